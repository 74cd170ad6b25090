import Bytes
import Foundation
import HTTPServing
import ObjectDelivery
import Testing
import Timing

@testable import Pipeline
@testable import ReplayService

@Suite("Messages as events")
struct MessageFeedTests {
    private static func message(_ number: UInt32, _ bytes: [UInt8], in kept: inout KeptMessages) {
        let time = StreamTime(nanoseconds: 1_767_225_600_000_000_000 + Int64(number) * 1_000_000)
        kept.append(DataMessage(object: 1_000 + number, first: time, time: time), bytes.lent)
    }

    /// A server whose only address is a feed's events after the number `after`.
    private struct Listening: RequestHandler {
        let feed: MessageFeed
        let kept: KeptMessages

        func answer(_ request: Request) -> Answer {
            let after = request.value(of: "after").flatMap { UInt64($0) } ?? 0
            guard let stream = feed.listen(to: 3, epoch: 1_700, after: after, kept) else {
                return .now(.error(503, "full"))
            }
            return .now(Response(headers: [Header("Content-Type", "text/event-stream")], body: .stream(stream)))
        }
    }

    private static func server(_ feed: MessageFeed, _ kept: KeptMessages) throws -> HTTPServer {
        try HTTPServer(
            options: ServerOptions(address: ListenAddress(host: "127.0.0.1", port: 0)),
            handler: Listening(feed: feed, kept: kept))
    }

    // By hand, after interfaces 5 and the standard of server-sent events; base64 by `printf '1:0 for us' | base64`.
    @Test("tell what is kept, then what is new, each once, in order and numbered")
    func events() throws {
        var kept = KeptMessages()
        Self.message(1, Array("1:0 for us".utf8), in: &kept)
        Self.message(2, [0xff, 0x00], in: &kept)
        let feed = MessageFeed()
        let server = try Self.server(feed, kept)
        defer { server.stop(grace: .zero) }
        let reader = EventReader(port: server.port, "/", fields: "Connection: close\r\n")
        let first = reader.read { $0.contains("1700.2\",") && $0.contains("/wA=") }
        #expect(
            first.contains(
                """
                id: 1700.1
                event: data
                data: {"time":"2026-01-01T00:00:00.001000000Z","id":"1700.1","toi":1001,"bytes":10,\
                "base64":"MTowIGZvciB1cw==","text":"1:0 for us"}
                """))
        #expect(first.contains(#""toi":1002,"bytes":2,"base64":"/wA="}"#))
        for _ in 0..<3 { feed.publish { $0 == 3 ? kept : nil } }
        Self.message(3, Array("end".utf8), in: &kept)
        for _ in 0..<3 { feed.publish { $0 == 3 ? kept : nil } }
        feed.stop()
        let rest = reader.read { _ in false }
        #expect(rest.components(separatedBy: "event: data").count == 2)
        #expect(rest.contains("id: 1700.3"))
        #expect(feed.count == 0)
    }

    @Test("go on behind the number that a reader has")
    func resumed() throws {
        var kept = KeptMessages()
        for number in 1...5 as ClosedRange<UInt32> { Self.message(number, [0x61], in: &kept) }
        let feed = MessageFeed()
        let server = try Self.server(feed, kept)
        defer { server.stop(grace: .zero) }
        let reader = EventReader(port: server.port, "/?after=3")
        _ = reader.read { $0.contains("retry") && $0.contains("1700.5") }
        feed.stop()
        let again = EventReader(port: server.port, "/?after=3")
        let text = again.read { $0.contains("id: 1700.5\n") }
        #expect(!text.contains("id: 1700.3\n") && text.contains("id: 1700.4\n"))
        feed.stop()
    }

    @Test("hold no more for a reader that does not read than their bound, and let it go in the end")
    func slowReader() throws {
        let feed = MessageFeed()
        let start = ContinuousClock.now
        var kept = KeptMessages()
        let stream = try #require(feed.listen(to: 3, epoch: 1, after: 0, kept, at: start))
        for number in 1...200 as ClosedRange<UInt32> {
            Self.message(number, [UInt8](repeating: 7, count: 10_000), in: &kept)
            feed.publish(at: start) { _ in kept }
        }
        #expect(stream.waiting <= MessageFeed.capacity)
        #expect(feed.count == 1)
        feed.publish(at: start + MessageFeed.patience - .milliseconds(1)) { _ in kept }
        #expect(feed.count == 1)
        feed.publish(at: start + MessageFeed.patience) { _ in kept }
        #expect(feed.count == 0)
        #expect(stream.write([1]) == .closed)
    }

    @Test("send a comment after fifteen seconds of silence, as often as it takes")
    func heartbeat() throws {
        let feed = MessageFeed()
        let start = ContinuousClock.now
        let server = try Self.server(feed, KeptMessages())
        defer { server.stop(grace: .zero) }
        let reader = EventReader(port: server.port, "/")
        _ = reader.read { $0.contains("retry") }
        feed.publish(at: start + .seconds(3)) { _ in nil }
        for beat in 1...3 {
            feed.publish(at: start + MessageFeed.heartbeat * beat + .seconds(5)) { _ in nil }
            let text = reader.read { $0.contains(":\n\n") }
            #expect(text.contains(":\n\n") && !text.contains("event"))
        }
        feed.stop()
    }

    @Test("are for a bounded number of readers, and readers that left make room")
    func crowd() throws {
        let feed = MessageFeed()
        for _ in 0..<MessageFeed.limit {
            #expect(feed.listen(to: 1, epoch: 1, after: 0, KeptMessages()) != nil)
        }
        #expect(feed.listen(to: 1, epoch: 1, after: 0, KeptMessages()) == nil)
        feed.stop()
        #expect(feed.listen(to: 1, epoch: 1, after: 0, KeptMessages()) != nil)
    }

    @Test(
        "are named by epoch and number, and nothing else",
        arguments: [
            ("1700.3", true), ("1700", false), ("1700.x", false), ("", false), ("1.2.3", false), ("-5.9", true),
        ])
    func names(_ text: String, _ isOne: Bool) {
        #expect((MessageID(text) != nil) == isOne)
        if isOne { #expect(MessageID(text)?.text == text) }
    }
}

@Suite("Header fields of received files")
struct FileHeaderTests {
    struct Example: CustomTestStringConvertible {
        var type: String
        var want: String
        var isShown: Bool
        var testDescription: String { type }
    }

    static let examples = [
        Example(type: "video/mp4", want: "video/mp4", isShown: true),
        Example(type: "image/png", want: "image/png", isShown: true),
        Example(type: "text/plain; charset=utf-8", want: "text/plain; charset=utf-8", isShown: true),
        Example(type: "application/json", want: "application/json", isShown: true),
        Example(type: "text/html", want: "application/octet-stream", isShown: false),
        Example(type: "TEXT/HTML; charset=utf-8", want: "application/octet-stream", isShown: false),
        Example(type: "image/svg+xml", want: "application/octet-stream", isShown: false),
        Example(type: "IMAGE/SVG+XML", want: "application/octet-stream", isShown: false),
        Example(type: "application/javascript", want: "application/octet-stream", isShown: false),
        Example(type: "application/xhtml+xml", want: "application/octet-stream", isShown: false),
        Example(type: "", want: "application/octet-stream", isShown: false),
        Example(type: "video", want: "application/octet-stream", isShown: false),
        Example(type: "video/mp4\r\nSet-Cookie: a=b", want: "application/octet-stream", isShown: false),
        Example(type: "video/mp4;charset=\"x\r\ny\"", want: "video/mp4", isShown: true),
        Example(type: "video/mp4, text/html", want: "application/octet-stream", isShown: false),
    ]

    @Test("let nothing run in our origin", arguments: examples)
    func types(_ example: Example) {
        let fields = FileHeaders.fields(name: "a.bin", type: example.type)
        #expect(fields.first { $0.name == "Content-Type" }?.value == example.want)
        let disposition = fields.first { $0.name == "Content-Disposition" }?.value ?? ""
        #expect(disposition.hasPrefix(example.isShown ? "inline; " : "attachment; "))
        #expect(fields.contains(Header("X-Content-Type-Options", "nosniff")))
    }

    // RFC 6266 and RFC 8187, by hand.
    @Test("give the name in both its forms, without anything that ends the field")
    func names() {
        let fields = FileHeaders.fields(name: "Tor \"1\"\r\n é.mp4", type: "video/mp4")
        let disposition = fields.first { $0.name == "Content-Disposition" }?.value
        #expect(
            disposition
                == "inline; filename=\"Tor _1___ __.mp4\"; filename*=UTF-8''Tor%20%221%22%0D%0A%20%C3%A9.mp4")
    }
}
