import NetworkFormats
import TestSupport
import Testing
import VenueSettings

@Suite("Venue file")
struct VenueFileTests {
    /// The example of the interface, with every kind of channel and message.
    static let full = """
        {"license":{"venueName":"Stadium-A","contentOwner":"Team-B","appDeveloper":"Vendor-C"},
         "title":"Game 12","seed":7,
         "announce":{"group":"239.255.42.9","port":9876,"periodMs":500,"sap":false},
         "streamers":[{"id":"a1","name":"Press Box","address":"10.9.0.2"},{"id":"b2"}],
         "impairment":{"loss":0.03,"burst":4,"duplicate":0.01,"reorder":0.02,"jitterMs":5},
         "channels":[
          {"kind":"video","name":"Sideline","text":"from the line","sessionNum":11,"streamer":"a1","group":"239.10.10.1","port":5000,
           "bandwidthKbps":1500,"ts":"sideline.ts","offsetSeconds":3.5,"source":"10.9.0.2","impairment":{"loss":0.2},
           "fec":{"scheme":"rs8","k":100,"r":20,"matrix":"rfc5510","repairPort":5020,"windowMs":400}},
          {"kind":"video","name":"Wide","sessionNum":12,"streamer":"b2","group":"239.10.10.2","port":5000,"ts":"wide.ts",
           "fec":{"scheme":"st2022-1","columns":8,"rows":4}},
          {"kind":"data","name":"scores","sessionNum":13,"streamer":"a1","group":"239.10.10.3","port":5000,"repeat":2,
           "messages":[{"atMs":1000,"text":"1:0"},{"everyMs":500,"text":"…"},{"url":"http://10.0.0.1/s"},{"stdin":true}]},
          {"kind":"file","name":"replays","sessionNum":14,"group":"239.10.10.4","port":5000,"folder":"files",
           "fec":{"scheme":"rs8","k":20,"r":4}}]}
        """

    @Test("reads every key")
    func everyKey() throws {
        let file = try VenueFile(parsing: Array(Self.full.utf8))
        #expect(file.license == FieldOfUse(venueName: "Stadium-A", contentOwner: "Team-B", appDeveloper: "Vendor-C"))
        #expect(file.title == "Game 12")
        #expect(file.seed == 7)
        #expect(file.announcements == Endpoint("239.255.42.9:9876"))
        #expect(file.periodMs == 500)
        #expect(file.twins == nil)
        #expect(file.streamers.map(\.id) == ["a1", "b2"])
        #expect(file.streamers.map(\.address) == [IPAddress("10.9.0.2"), nil])
        #expect(file.impairment.burst == 4)
        #expect(file.warnings == [])
        let sideline = file.channels[0]
        #expect(sideline.content == .video(path: "sideline.ts", offsetSeconds: 3.5))
        #expect(
            sideline.protection
                == .reedSolomon(sources: 100, repairs: 20, matrix: "rfc5510", repairPort: 5020, windowMs: 400))
        #expect(sideline.isSourceSpecific)
        #expect(sideline.sessionNumber == 11)
        #expect(sideline.bandwidthKbps == 1500)
        #expect(sideline.impairment.loss == 0.2)
        #expect(sideline.impairment.jitterMs == 5)
        #expect(file.channels[1].protection == .parity(columns: 8, rows: 4))
        #expect(file.channels[1].streamer == 1)
        let messages: [VenueFileMessage] = [
            VenueFileMessage(source: .text("1:0"), atMs: 1000, everyMs: nil),
            VenueFileMessage(source: .text("…"), atMs: 0, everyMs: 500),
            VenueFileMessage(source: .address("http://10.0.0.1/s"), atMs: 0, everyMs: 10_000),
            VenueFileMessage(source: .standardInput, atMs: 0, everyMs: nil),
        ]
        #expect(file.channels[2].content == .data(messages, repeats: 2))
        #expect(file.channels[3].content == .file(folder: "files"))
        guard case .reedSolomon(20, 4, _, _, _) = file.channels[3].protection else {
            Issue.record("the file channel is protected")
            return
        }
    }

    @Test("has defaults for everything but what a channel carries")
    func defaults() throws {
        let text = #"{"channels":[{"kind":"video","ts":"a.ts"},{"kind":"video","ts":"b.ts","fec":{"scheme":"rs8"}}]}"#
        let file = try VenueFile(parsing: Array(text.utf8))
        #expect(file.announcements == Endpoint("239.255.42.1:9875"))
        #expect(file.periodMs == 1000)
        #expect(file.streamers.count == 1)
        #expect(file.channels.map(\.sessionNumber) == [1, 2])
        #expect(file.channels.map(\.destination) == [Endpoint("239.10.10.1:5000"), Endpoint("239.10.10.2:5000")])
        #expect(file.channels[0].protection == .none)
        #expect(
            file.channels[1].protection
                == .reedSolomon(sources: 64, repairs: 16, matrix: "rizzo", repairPort: 5010, windowMs: nil))
    }

    @Test("says which key it does not know")
    func unknown() throws {
        let text = #"{"chanels":[],"channels":[{"kind":"video","ts":"a.ts","bandwidth":7}]}"#
        let file = try VenueFile(parsing: Array(text.utf8))
        #expect(file.unknown.map(\.path) == ["channels[0].bandwidth", "chanels"].sorted())
        #expect(file.unknown.map(\.suggestion).contains("channels"))
    }

    private static func channel(_ more: String) -> String {
        #"{"channels":[{"kind":"video","ts":"a.ts","# + more + "}]}"
    }

    static let refused = [
        RefusedConfiguration(
            "no channels", "{}", .missing(path: "channels", wanted: "a list of at least one channel")),
        RefusedConfiguration(
            "no kind", #"{"channels":[{"ts":"a.ts"}]}"#,
            .missing(path: "channels[0].kind", wanted: "one of video, data, file")),
        RefusedConfiguration(
            "another kind", #"{"channels":[{"kind":"radio"}]}"#,
            .outOfRange(
                path: "channels[0].kind", got: "the text \"radio\"", wanted: "one of video, data, file")),
        RefusedConfiguration(
            "no transport stream", #"{"channels":[{"kind":"video"}]}"#,
            .missing(path: "channels[0].ts", wanted: "the name of a transport stream file")),
        RefusedConfiguration(
            "k = 71", channel(#""fec":{"scheme":"rs8","k":71,"r":4}"#),
            .outOfRange(
                path: "channels[0].fec.k", got: "the number 71",
                wanted: "any other number: 71 is 47 hex, which players take for the beginning of a packet")),
        RefusedConfiguration(
            "k + r above 255", channel(#""fec":{"scheme":"rs8","k":240,"r":16}"#),
            .outOfRange(
                path: "channels[0].fec.r", got: "the number 16",
                wanted: "at most 15, for k + r may be 255 at most")),
        RefusedConfiguration(
            "a grid beyond the standard's", channel(#""fec":{"scheme":"st2022-1","columns":20,"rows":6}"#),
            .outOfRange(
                path: "channels[0].fec.rows", got: "the number 6",
                wanted: "a grid of at most 100 packets, that is at most 5 rows of 20")),
        RefusedConfiguration(
            "a code for data that data cannot have",
            #"{"channels":[{"kind":"data","fec":{"scheme":"st2022-1"}}]}"#,
            .outOfRange(path: "channels[0].fec.scheme", got: "the text \"st2022-1\"", wanted: "one of none, rs8")),
        RefusedConfiguration(
            "an unknown Streamer", channel(#""streamer":"x""#),
            .outOfRange(
                path: "channels[0].streamer", got: "the text \"x\"",
                wanted: "the id of a Streamer: \"streamer-1\"")),
        RefusedConfiguration(
            "a unicast group", channel(#""group":"10.0.0.1""#),
            .outOfRange(
                path: "channels[0].group", got: "the text \"10.0.0.1\"",
                wanted: "a multicast address such as 239.10.10.1")),
        RefusedConfiguration(
            "a port as text", channel(#""port":"5000""#),
            .wrongType(
                path: "channels[0].port", got: "the text \"5000\"", wanted: "a whole number from 1 to 65535")),
        RefusedConfiguration(
            "two channels in one place",
            #"{"channels":[{"kind":"video","ts":"a.ts"},{"kind":"video","ts":"a.ts","group":"239.10.10.1"}]}"#,
            .outOfRange(
                path: "channels[1].port", got: "239.10.10.1:5000, where packets of channels[0] already go",
                wanted: "a group and port of its own")),
        RefusedConfiguration(
            "media where another's repair packets go",
            #"{"channels":[{"kind":"video","ts":"a.ts","fec":{"scheme":"st2022-1"}},"#
                + #"{"kind":"data","group":"239.10.10.1","port":5002}]}"#,
            .outOfRange(
                path: "channels[1].port", got: "239.10.10.1:5002, where repair packets of channels[0] already go",
                wanted: "a group and port of its own")),
        RefusedConfiguration(
            "a number twice",
            #"{"channels":[{"kind":"video","ts":"a.ts","sessionNum":2},{"kind":"video","ts":"a.ts"}]}"#,
            .outOfRange(
                path: "channels[1].sessionNum", got: "the number 2, as at channels[0]",
                wanted: "a number that no other video channel of its Streamer has")),
        RefusedConfiguration(
            "a source that is not the Streamer", channel(#""source":"10.0.0.1""#),
            .outOfRange(
                path: "channels[0].source", got: "the text \"10.0.0.1\"",
                wanted: "the address of its Streamer, which has none in this file")),
        RefusedConfiguration(
            "an id twice", #"{"streamers":[{"id":"a"},{"id":"a"}]}"#,
            .outOfRange(
                path: "streamers[1].id", got: "the text \"a\"",
                wanted: "a text that no other Streamer has as its id")),
        RefusedConfiguration(
            "a message of two sources", #"{"channels":[{"kind":"data","messages":[{"text":"a","stdin":true}]}]}"#,
            .missing(
                path: "channels[0].messages[0].text",
                wanted: "a text, or in its place url, or stdin: true, just one of them")),
        RefusedConfiguration(
            "an address of another kind", #"{"channels":[{"kind":"data","messages":[{"url":"file:///etc/passwd"}]}]}"#,
            .outOfRange(
                path: "channels[0].messages[0].url", got: "the text \"file:///etc/passwd\"",
                wanted: "an address that begins with http:// or https://")),
        RefusedConfiguration(
            "more loss than a network has", channel(#""impairment":{"loss":1.5}"#),
            .outOfRange(
                path: "channels[0].impairment.loss", got: "the number 1.5", wanted: "a number from 0.0 to 0.9")),
        RefusedConfiguration(
            "half a triplet", #"{"license":{"venueName":"V"}}"#,
            .missing(
                path: "license.contentOwner",
                wanted: "a name: the triplet is venueName, contentOwner and appDeveloper")),
    ]

    @Test("refuses what cannot be meant, and names the key", arguments: refused)
    func refuses(_ example: RefusedConfiguration) {
        #expect(throws: example.error) { try VenueFile(parsing: Array(example.text.utf8)) }
    }

    @Test("never traps on a text that was cut or damaged")
    func damaged() {
        let whole = Array(Self.full.utf8)
        for end in stride(from: 0, to: whole.count, by: 13) { _ = try? VenueFile(parsing: Array(whole[..<end])) }
        var random = SeededGenerator(seed: 5)
        for _ in 0..<150 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 32...126, using: &random)
            }
            _ = try? VenueFile(parsing: bytes)
        }
    }
}
