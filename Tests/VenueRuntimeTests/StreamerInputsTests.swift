import Foundation
import NetworkFormats
import PacketIO
import Testing
import Timing
import VenueSettings
import VenueSimulator

@testable import VenueRuntime

@Suite("What feeds a Streamer")
struct StreamerInputsTests {
    private static let port: UInt16 = 42_600
    private static let group: UInt32 = 0xef4d_0500

    /// Sends a data channel with `messages` to places of the test's own, and lends all of it.
    private static func run(
        _ number: UInt32, _ messages: String,
        _ body: (VenueStreamer, StreamerInputs, GroupListener, Guarded<[String]>) throws -> Void
    ) throws {
        let text = """
            {"announce":{"group":"239.77.5.200","port":\(42_700 + number),"sap":false},
             "channels":[{"kind":"data","group":"\(IPAddress(v4: group + number))","port":\(port),"repeat":1,
                          "messages":[\(messages)]}]}
            """
        let file = try VenueFile(parsing: Array(text.utf8))
        var loading = VenueLoading(file, in: "")
        let spec = try loading.spec(
            start: VenueSpec.customaryStart, duration: nil, addresses: [IPAddress(v4: 0x7f00_0001)])
        let listener = try #require(GroupListener(group: group + number, port: port))
        let log = Guarded<[String]>([])
        let streamer = VenueStreamer(spec)
        let inputs = StreamerInputs(for: streamer) { line in log.withLock { $0.append(line) } }
        try streamer.start()
        inputs.start(file, in: "")
        defer {
            streamer.stop()
            inputs.stop()
        }
        try body(streamer, inputs, listener, log)
    }

    /// The text of a message of one packet, which ends with a checksum of four bytes; nil for others.
    private static func ends(_ packet: [UInt8]?, with text: String) -> Bool {
        packet?.dropLast(4).suffix(text.utf8.count) == Array(text.utf8)[...]
    }

    @Test("makes each line of standard input a message, in order, without those that are empty or too long")
    func lines() throws {
        try Self.run(1, #"{"stdin":true}"#) { streamer, inputs, listener, log in
            var lines = ["Anpfiff", "", String(repeating: "x", count: VenueFileMessage.sizeLimit + 1), "1:0 ⚽"]
            inputs.readLines(for: 0) { lines.isEmpty ? nil : lines.removeFirst() }
            #expect(Self.ends(listener.next(), with: "Anpfiff"))
            #expect(Self.ends(listener.next(), with: "1:0 ⚽"))
            #expect(streamer.counts.messages == 2)
            let size = VenueFileMessage.sizeLimit + 1
            #expect(log.withLock { $0 } == ["a line of \(size) bytes is too long for a message; it is passed over"])
        }
    }

    @Test("sends on while a server makes it wait")
    func slowServer() throws {
        let server = try #require(OneAnswerServer([[]]))
        try withExtendedLifetime(server) {
            let messages = #"{"url":"http://127.0.0.1:\#(server.port)/"},{"atMs":300,"everyMs":50,"text":"tick"}"#
            try Self.run(2, messages) { streamer, _, listener, log in
                for _ in 0..<10 { #expect(Self.ends(listener.next(), with: "tick")) }
                #expect(streamer.counts.messages == 0)
                #expect(log.withLock { $0 }.isEmpty)
            }
        }
    }

    @Test("complains once of an address that cannot be asked, and sends what comes from one that can")
    func asks() throws {
        let server = try #require(OneAnswerServer([OneAnswerServer.ok(Array("2:1".utf8))]))
        try withExtendedLifetime(server) {
            let messages =
                #"{"url":"http://127.0.0.1:1/","everyMs":1000},{"url":"http://127.0.0.1:\#(server.port)/","everyMs":1000}"#
            try Self.run(3, messages) { streamer, _, listener, log in
                #expect(Self.ends(listener.next(), with: "2:1"))
                // The same again is no message: the next rounds bring none.
                #expect(listener.next(within: 1_500) == nil)
                #expect(streamer.counts.messages == 1)
                let lines = log.withLock { $0 }
                #expect(lines.count == 1)
                #expect(lines.first?.hasPrefix("cannot get http://127.0.0.1:1/: ") == true)
            }
        }
    }
}
