import Testing
import VenueSettings

@Suite("Configuration changed at run time")
struct ConfigurationMergingTests {
    /// A change and what it must give: the text of a whole file.
    struct Change: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var change: String
        var result: String
    }

    static let before = """
        {"license":{"venueName":"V","contentOwner":"C","appDeveloper":"A","note":1},
         "streamers":{"allowed":["a1","b2"]},"history":{"seconds":60},"wifi":{"interface":"wlan0"},
         "channels":{"one":{"offsetMs":5},"two":{"offsetMs":6}},"other":{"x":{"y":1,"z":2}}}
        """

    // What a merge patch gives is worked out by hand from RFC 7396, section 2.
    static let changes = [
        Change(testDescription: "nothing", change: "{}", result: before),
        Change(
            testDescription: "M5: the guide's dictionary, a license alone",
            change:
                #"{"license":{"venueName":"Stadium-A","contentOwner":"Multi-Tenant Team-B","appDeveloper":"Vendor-C"}}"#,
            result: before.replacing(
                #""venueName":"V","contentOwner":"C","appDeveloper":"A""#,
                with: #""venueName":"Stadium-A","contentOwner":"Multi-Tenant Team-B","appDeveloper":"Vendor-C""#)),
        Change(
            testDescription: "X16: one name of the triplet, flat", change: #"{"venueName":"W"}"#,
            result: before.replacing(#""V""#, with: #""W""#)),
        Change(
            testDescription: "a nested name wins over a flat one",
            change: #"{"venueName":"W","license":{"venueName":"X"}}"#,
            result: before.replacing(#""V""#, with: #""X""#)),
        Change(
            testDescription: "a list is replaced", change: #"{"streamers":{"allowed":["c3"]}}"#,
            result: before.replacing(#"["a1","b2"]"#, with: #"["c3"]"#)),
        Change(
            testDescription: "null sets back to the default", change: #"{"history":null,"wifi":{"interface":null}}"#,
            result: before.replacing(#""history":{"seconds":60},"wifi":{"interface":"wlan0"},"#, with: "")),
        Change(
            testDescription: "one channel of two", change: #"{"channels":{"two":{"offsetMs":7},"one":null}}"#,
            result: before.replacing(#"{"one":{"offsetMs":5},"two":{"offsetMs":6}}"#, with: #"{"two":{"offsetMs":7}}"#)),
        Change(
            testDescription: "an unknown key within an unknown object", change: #"{"other":{"x":{"z":null,"w":[]}}}"#,
            result: before.replacing(#"{"y":1,"z":2}"#, with: #"{"y":1,"w":[]}"#)),
        Change(
            testDescription: "access points under another name", change: #"{"apInfo":[{"bssid":"00:00:00:00:00:01"}]}"#,
            result: before.replacing(
                #""wlan0""#, with: #""wlan0","accessPoints":[{"bssid":"00:00:00:00:00:01"}]"#)),
    ]

    @Test("a change replaces what it names and keeps the rest", arguments: changes)
    func merges(_ example: Change) throws {
        let configuration = try VenueConfiguration(parsing: Array(Self.before.utf8))
        let merged = try configuration.merging(Array(example.change.utf8))
        #expect(merged == (try VenueConfiguration(parsing: Array(example.result.utf8))))
    }

    static let refused = [
        RefusedConfiguration(
            "a wrong type", #"{"history":{"seconds":"x"}}"#,
            .wrongType(path: "history.seconds", got: #"the text "x""#, wanted: "a whole number from 5 to 600")),
        RefusedConfiguration(
            "a scalar for an object", #"{"wifi":7}"#,
            .wrongType(path: "wifi", got: "the number 7", wanted: "an object")),
        RefusedConfiguration(
            "a name taken away", #"{"license":{"contentOwner":null}}"#,
            .missing(
                path: "license.contentOwner",
                wanted: "a name: the triplet is venueName, contentOwner and appDeveloper")),
        RefusedConfiguration("no object", "[]", .notJSON(reason: "it is a list")),
        RefusedConfiguration(
            "no JSON", "{",
            .notJSON(reason: "line 1, column 2: the file ends where a key in double quotes or } must stand")),
    ]

    @Test("a change that cannot be meant is refused by its key", arguments: refused)
    func refuses(_ example: RefusedConfiguration) throws {
        let configuration = try VenueConfiguration(parsing: Array(Self.before.utf8))
        #expect(throws: example.error) { _ = try configuration.merging(Array(example.text.utf8)) }
    }

    @Test("changes cannot heap up more than a file may hold")
    func bounded() throws {
        var configuration = VenueConfiguration()
        let text = String(repeating: "x", count: 100_000)
        var accepted = 0
        for index in 0..<10 {
            do {
                configuration = try configuration.merging(.object(["u\(index)": .string(text)]))
                accepted += 1
            } catch {
                guard case .tooLarge = error else {
                    Issue.record("\(error)")
                    continue
                }
            }
        }
        // 262 144 bytes hold two of them and not three.
        #expect(accepted == 2)
    }
}
