import NetworkFormats
import TestSupport
import Testing
import VenueSettings

@Suite("Configuration file")
struct VenueConfigurationTests {
    /// Every key of the interface, each with a value that is not the default.
    static let full = """
        {"license":{"venueName":"Arena Süd","contentOwner":"Club","appDeveloper":"Studio"},
         "streamers":{"allowed":["a1","b2"]},
         "wifi":{"interface":"wlan0","accessPoints":[{"name":"East","bssid":"00-1B-2C-3D-4E-5F"},{"bssid":"00:1b:2c:3d:4e:60"}]},
         "announcements":{"group":"239.255.42.7","port":9876,"periodMs":250},
         "history":{"seconds":60.0},
         "windows":{"recommended":100,"maximum":200,"slotMs":250},
         "source":{"capture":"venue.pcapng"},
         "join":["rtp://239.1.1.1:5004?name=Wide","udp://239.1.1.2:5000"],
         "channels":{"9f2c41d07be3":{"offsetMs":-120}},
         "quality":{"poorIndicator":2,"poorSeconds":4,"clearIndicator":7,"clearSeconds":20},
         "reporter":{"url":"http://10.0.0.1/r","intervalSeconds":5,"retentionDays":7},
         "server":{"joinable":["239.1.0.0/16"],"listen":"127.0.0.1:8080"}}
        """

    @Test("an empty object sets the documented defaults")
    func defaults() throws {
        let configuration = try VenueConfiguration(parsing: Array("{}".utf8))
        #expect(configuration == VenueConfiguration())
        #expect(configuration.license == nil)
        #expect(configuration.announcements.group.description == "239.255.42.1")
        #expect(configuration.announcements.port == 9875)
        #expect(configuration.historySeconds == 30)
        #expect(configuration.windows.recommended == 128)
        #expect(configuration.windows.maximum == 255)
        #expect(configuration.windows.slotMs == 500)
        // Poor after 5 s of 3 or less, good after 10 s of 6 or more.
        #expect(configuration.quality.poorIndicator == 3)
        #expect(configuration.quality.poorSeconds == 5)
        #expect(configuration.quality.clearIndicator == 6)
        #expect(configuration.quality.clearSeconds == 10)
        #expect(configuration.reporter.intervalSeconds == 60)
        #expect(configuration.reporter.retentionDays == 30)
        #expect(configuration.joinable == ["239.0.0.0/8"])
        #expect(configuration.warnings.isEmpty)
    }

    @Test("every key is read")
    func everyKey() throws {
        let configuration = try VenueConfiguration(parsing: Array(Self.full.utf8))
        #expect(
            configuration.license
                == FieldOfUse(venueName: "Arena Süd", contentOwner: "Club", appDeveloper: "Studio"))
        #expect(configuration.allowedStreamers == ["a1", "b2"])
        #expect(configuration.wifi.interface == "wlan0")
        #expect(
            configuration.wifi.accessPoints == [
                .init(name: "East", bssid: "00:1b:2c:3d:4e:5f"),
                .init(name: "00:1b:2c:3d:4e:60", bssid: "00:1b:2c:3d:4e:60"),
            ])
        #expect(configuration.announcements.group == IPAddress("239.255.42.7"))
        #expect(configuration.announcements.port == 9876)
        #expect(configuration.announcements.periodMs == 250)
        #expect(configuration.historySeconds == 60)
        #expect(configuration.windows.recommended == 100)
        #expect(configuration.windows.maximum == 200)
        #expect(configuration.windows.slotMs == 250)
        #expect(configuration.sourceCapture == "venue.pcapng")
        #expect(configuration.join == ["rtp://239.1.1.1:5004?name=Wide", "udp://239.1.1.2:5000"])
        #expect(configuration.channels == ["9f2c41d07be3": .init(offsetMs: -120)])
        #expect(configuration.quality.poorIndicator == 2)
        #expect(configuration.quality.poorSeconds == 4)
        #expect(configuration.quality.clearIndicator == 7)
        #expect(configuration.quality.clearSeconds == 20)
        #expect(configuration.reporter.url == "http://10.0.0.1/r")
        #expect(configuration.reporter.intervalSeconds == 5)
        #expect(configuration.reporter.retentionDays == 7)
        #expect(configuration.joinable == ["239.1.0.0/16"])
        #expect(configuration.server == ["listen": .string("127.0.0.1:8080")])
        #expect(configuration.warnings.isEmpty)
    }

    @Test("a flat triplet is the same as a nested one, and a nested name wins")
    func flatTriplet() throws {
        let wanted = FieldOfUse(venueName: "V", contentOwner: "C", appDeveloper: "A")
        for text in [
            #"{"venueName":"V","contentOwner":"C","appDeveloper":"A"}"#,
            #"{"license":{"venueName":"V"},"venueName":"other","contentOwner":"C","appDeveloper":"A"}"#,
        ] {
            let configuration = try VenueConfiguration(parsing: Array(text.utf8))
            #expect(configuration.license == wanted)
            #expect(configuration.warnings.isEmpty)
        }
    }

    static let refused = [
        RefusedConfiguration(
            "text for a number", #"{"history":{"seconds":"30"}}"#,
            .wrongType(path: "history.seconds", got: #"the text "30""#, wanted: "a whole number from 5 to 600")),
        RefusedConfiguration(
            "true for a number", #"{"windows":{"slotMs":true}}"#,
            .wrongType(path: "windows.slotMs", got: "true", wanted: "a whole number from 100 to 60000")),
        RefusedConfiguration(
            "a fraction", #"{"history":{"seconds":30.5}}"#,
            .wrongType(path: "history.seconds", got: "the number 30.5", wanted: "a whole number from 5 to 600")),
        RefusedConfiguration(
            "1 for an object", #"{"license":1}"#,
            .wrongType(path: "license", got: "the number 1", wanted: "an object")),
        RefusedConfiguration(
            "an object for a list", #"{"streamers":{"allowed":{}}}"#,
            .wrongType(path: "streamers.allowed", got: "an object", wanted: "a list of texts")),
        RefusedConfiguration(
            "a number in a list of texts", #"{"streamers":{"allowed":["a",7]}}"#,
            .wrongType(
                path: "streamers.allowed[1]", got: "the number 7", wanted: "the address, network or id of a Streamer")),
        RefusedConfiguration(
            "a port of 0", #"{"announcements":{"port":0}}"#,
            .outOfRange(path: "announcements.port", got: "the number 0", wanted: "a whole number from 1 to 65535")),
        RefusedConfiguration(
            "a unicast announcement group", #"{"announcements":{"group":"10.0.0.1"}}"#,
            .outOfRange(
                path: "announcements.group", got: #"the text "10.0.0.1""#,
                wanted: "a multicast address such as 239.255.42.1")),
        RefusedConfiguration(
            "an address of uploads that is a file", #"{"reporter":{"url":"file:///etc/passwd"}}"#,
            .outOfRange(
                path: "reporter.url", got: #"the text "file:///etc/passwd""#,
                wanted: "an address that begins with http:// or https://")),
        RefusedConfiguration(
            "recommended above maximum", #"{"windows":{"recommended":129,"maximum":128}}"#,
            .outOfRange(path: "windows.recommended", got: "the number 129", wanted: "a whole number from 1 to 128")),
        RefusedConfiguration(
            "two thirds of a triplet", #"{"license":{"venueName":"V","contentOwner":"C"}}"#,
            .missing(
                path: "license.appDeveloper",
                wanted: "a name: the triplet is venueName, contentOwner and appDeveloper")),
        RefusedConfiguration(
            "an empty venue", #"{"license":{"venueName":"","contentOwner":"C","appDeveloper":"A"}}"#,
            .outOfRange(
                path: "license.venueName", got: "an empty text",
                wanted: "a name: the triplet is venueName, contentOwner and appDeveloper")),
        RefusedConfiguration(
            "half a BSSID", #"{"wifi":{"accessPoints":[{"bssid":"00:1b:2c"}]}}"#,
            .outOfRange(
                path: "wifi.accessPoints[0].bssid", got: #"the text "00:1b:2c""#,
                wanted: "an address such as 00:1b:2c:3d:4e:5f")),
        RefusedConfiguration(
            "a join without a scheme", #"{"join":["239.1.1.1:5004"]}"#,
            .outOfRange(
                path: "join[0]", got: #"the text "239.1.1.1:5004""#,
                wanted: "rtp://GROUP:PORT or udp://GROUP:PORT")),
        RefusedConfiguration(
            "four seconds of history", #"{"history":{"seconds":4}}"#,
            .outOfRange(path: "history.seconds", got: "the number 4", wanted: "a whole number from 5 to 600")),
        RefusedConfiguration(
            "eleven minutes of history", #"{"history":{"seconds":601}}"#,
            .outOfRange(path: "history.seconds", got: "the number 601", wanted: "a whole number from 5 to 600")),
        RefusedConfiguration(
            "good where it is poor", #"{"quality":{"poorIndicator":5,"clearIndicator":5}}"#,
            .outOfRange(path: "quality.clearIndicator", got: "the number 5", wanted: "a whole number from 6 to 10")),
        RefusedConfiguration(
            "poor at the best", #"{"quality":{"poorIndicator":10}}"#,
            .outOfRange(path: "quality.poorIndicator", got: "the number 10", wanted: "a whole number from 0 to 9")),
        RefusedConfiguration(
            "an access point under another name", #"{"wifi_ap_info":[{"name":"East"}]}"#,
            .missing(path: "wifi_ap_info[0].bssid", wanted: "an address such as 00:1b:2c:3d:4e:5f")),
        RefusedConfiguration(
            "a channel that is a number", #"{"channels":{"abc":5}}"#,
            .wrongType(path: "channels.abc", got: "the number 5", wanted: "an object")),
        RefusedConfiguration(
            "a comma forgotten", "{\n\"a\": 1\n  \"b\": 2}",
            .notJSON(reason: "line 3, column 3: a comma or } must stand here")),
        RefusedConfiguration(
            "a comma too many", #"{"a":[1,,2]}"#,
            .notJSON(reason: "line 1, column 9: a value must stand here")),
        RefusedConfiguration(
            "a comma behind the last", #"{"a":1,}"#,
            .notJSON(reason: "line 1, column 8: a key in double quotes must stand here")),
        RefusedConfiguration(
            "single quotes", "{'a':1}",
            .notJSON(reason: "line 1, column 2: a key in double quotes or } must stand here")),
        RefusedConfiguration(
            "a comment", "{ // why\n}",
            .notJSON(reason: "line 1, column 3: a key in double quotes or } must stand here")),
        RefusedConfiguration(
            "a word", #"{"a":yes}"#,
            .notJSON(
                reason:
                    #"line 1, column 6: "yes" is neither a number nor true, false, null or a text in double quotes"#)),
        RefusedConfiguration(
            "a leading zero", #"{"a":01}"#,
            .notJSON(
                reason:
                    #"line 1, column 6: "01" is neither a number nor true, false, null or a text in double quotes"#)),
        RefusedConfiguration(
            "an open text", "{\"a\":\"x\n\"}",
            .notJSON(reason: "line 1, column 8: a text in double quotes must end on its line")),
        RefusedConfiguration(
            "an empty file", "", .notJSON(reason: "line 1, column 1: the file ends where a value must stand")),
        RefusedConfiguration(
            "something behind the end", "{} {}",
            .notJSON(reason: "line 1, column 4: nothing may follow the last bracket")),
        RefusedConfiguration(
            "33 levels",
            #"{"[":"\"["# + #"","a":"# + String(repeating: "[", count: 32) + String(repeating: "]", count: 32) + "}",
            .notJSON(reason: "line 1, column 47: brackets nest too deep")),
        RefusedConfiguration("a list", "[]", .notJSON(reason: "it is a list")),
        RefusedConfiguration(
            "a number beyond 64 bits", #"{"history":{"seconds":1e40}}"#,
            .wrongType(path: "history.seconds", got: "the number 1e+40", wanted: "a whole number from 5 to 600")),
    ]

    @Test("a wrong value is refused by its key", arguments: refused)
    func refuses(_ example: RefusedConfiguration) {
        #expect(throws: example.error) { _ = try VenueConfiguration(parsing: Array(example.text.utf8)) }
        #expect(!example.error.description.contains("\n"))
    }

    @Test("unknown keys are kept, and warned about once however often they stand in a list")
    func unknownKeys() throws {
        let text = """
            {"histroy":{"seconds":5},"zzz":[1,true,null,2.5],
             "wifi":{"accessPoints":[{"bssid":"00:1b:2c:3d:4e:5f","chanel":1},{"bssid":"00:1b:2c:3d:4e:60","chanel":2}]}}
            """
        let configuration = try VenueConfiguration(parsing: Array(text.utf8))
        #expect(configuration.historySeconds == 30)
        #expect(
            configuration.unknown == [
                UnknownSetting(path: "histroy", value: .object(["seconds": .integer(5)]), suggestion: "history"),
                UnknownSetting(path: "wifi.accessPoints[0].chanel", value: .integer(1)),
                UnknownSetting(path: "wifi.accessPoints[1].chanel", value: .integer(2)),
                UnknownSetting(path: "zzz", value: .array([.integer(1), .bool(true), .null, .number(2.5)])),
            ])
        #expect(
            configuration.warnings == [
                #"unknown key "histroy" is kept and has no effect; did you mean "history"?"#,
                #"unknown key "wifi.accessPoints[0].chanel" is kept and has no effect"#,
                #"unknown key "zzz" is kept and has no effect"#,
            ])
    }

    @Test("a file beyond the size limit is refused unread")
    func tooLarge() {
        let bytes = [UInt8](repeating: 0x20, count: VenueConfiguration.sizeLimit + 1)
        #expect(throws: ConfigurationError.tooLarge(bytes: 262_145, limit: 262_144)) {
            _ = try VenueConfiguration(parsing: bytes)
        }
    }

    @Test("every prefix of a configuration is refused as no JSON, in one line")
    func everyPrefix() throws {
        let bytes = Array(Self.full.utf8)
        for length in 0..<bytes.count {
            do {
                _ = try VenueConfiguration(parsing: Array(bytes[..<length]))
                Issue.record("\(length) bytes were accepted")
            } catch {
                guard case .notJSON = error else {
                    Issue.record("\(length) bytes: \(error)")
                    continue
                }
                #expect(!error.description.contains("\n"))
            }
        }
    }

    @Test("a list nested 100 000 deep is an error, not a crash")
    func deepNesting() {
        let text = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(throws: ConfigurationError.self) {
            _ = try VenueConfiguration(parsing: Array(#"{"a":\#(text)}"#.utf8))
        }
    }

    @Test("flipped bytes never trap")
    func mutations() {
        var generator = SeededGenerator(seed: 4)
        let original = Array(Self.full.utf8)
        for _ in 0..<300 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            _ = try? VenueConfiguration(parsing: bytes)
        }
    }
}
