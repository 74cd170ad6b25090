import Foundation
import HTTPServing
import Testing

@testable import ReplayService

/// A server whose only address is a feed's events.
private struct Listening: RequestHandler {
    let feed: EventFeed
    var types = Set(EventName.allCases)

    func answer(_ request: Request) -> Answer {
        let known = request.header("Last-Event-ID").flatMap(MessageID.init)
        let stream = feed.listen(after: known, types: types) {
            [(.serviceState, #"{"state":"down"}"#), (.file, #"{"uri":"a"}"#)]
        }
        guard let stream else { return .now(.error(503, "full")) }
        return .now(Response(headers: [Header("Content-Type", "text/event-stream")], body: .stream(stream)))
    }

    func server() throws -> HTTPServer {
        try HTTPServer(options: ServerOptions(address: ListenAddress(host: "127.0.0.1", port: 0)), handler: self)
    }
}

@Suite("Events of a session")
struct EventFeedTests {
    private static func read(_ port: UInt16, after id: String? = nil, until last: String) -> String {
        let reader = EventReader(
            port: port, "/", fields: "Connection: close\r\n" + (id.map { "Last-Event-ID: \($0)\r\n" } ?? ""))
        return reader.read { $0.contains(last) }
    }

    @Test("tell how things stand to whoever knows nothing, then what is new, each once and in order")
    func begins() throws {
        let feed = EventFeed(epoch: 1_700)
        feed.append(.serviceState, data: #"{"state":"old"}"#)
        let server = try Listening(feed: feed).server()
        defer { server.stop(grace: .zero) }
        let reader = EventReader(port: server.port, "/", fields: "Connection: close\r\n")
        let first = reader.read { $0.contains(#""uri""#) }
        // What stands bears the number of the newest event, so that a reader goes on behind it.
        #expect(
            first.contains(
                "retry: 2000\nid: 1700.1\n\nid: 1700.1\nevent: serviceState\ndata: {\"state\":\"down\"}\n\n"
                    + "id: 1700.1\nevent: file\ndata: {\"uri\":\"a\"}\n\n"))
        feed.append(.playerState, data: "2")
        feed.append(.playerState, data: "3")
        feed.beat()
        let rest = reader.read { $0.contains("data: 3") }
        for number in 2...3 { #expect(rest.contains("id: 1700.\(number)\nevent: playerState\ndata: \(number)\n\n")) }
        #expect(rest.components(separatedBy: "data: 2").count == 2)
        feed.stop()
    }

    @Test("go on behind the event that a reader has, and tell it nothing twice")
    func resumes() throws {
        let feed = EventFeed(epoch: 1_700)
        for number in 1...5 { feed.append(.mark, data: "\(number)") }
        let server = try Listening(feed: feed).server()
        defer { server.stop(grace: .zero) }
        let text = Self.read(server.port, after: "1700.3", until: "data: 5")
        #expect(text.contains("data: 4\n") && !text.contains("data: 3\n") && !text.contains("serviceState"))
        feed.stop()
    }

    @Test("tell how things stand to a reader of another run, and then only what is new")
    func restarts() throws {
        let feed = EventFeed(epoch: 1_701)
        feed.append(.data, data: "1")
        let server = try Listening(feed: feed).server()
        defer { server.stop(grace: .zero) }
        let reader = EventReader(port: server.port, "/", fields: "Connection: close\r\nLast-Event-ID: 1700.900\r\n")
        let first = reader.read { $0.contains(#""uri""#) }
        feed.append(.data, data: "2")
        let text = first + reader.read { $0.contains("data: 2") }
        #expect(text.contains("event: serviceState") && text.contains("id: 1701.2\n") && !text.contains("data: 1\n"))
        feed.stop()
    }

    @Test("take a number that was never given out for the newest")
    func future() throws {
        let feed = EventFeed(epoch: 7)
        feed.append(.mark, data: "1")
        let server = try Listening(feed: feed).server()
        defer { server.stop(grace: .zero) }
        let reader = EventReader(
            port: server.port, "/", fields: "Connection: close\r\nLast-Event-ID: 7.18446744073709551615\r\n")
        _ = reader.read { $0.contains("retry") }
        feed.append(.mark, data: "2")
        let text = reader.read { $0.contains("data: 2") }
        #expect(text.contains("id: 7.2\n") && !text.contains("serviceState"))
        feed.stop()
    }

    @Test("tell a reader whose event is not kept how things stand, and of the rest what is no state")
    func gap() throws {
        let feed = EventFeed(epoch: 7)
        for _ in 0..<EventLog.countLimit { feed.append(.mark, data: "0") }
        feed.append(.serviceState, data: "old")
        feed.append(.data, data: "kept")
        let server = try Listening(feed: feed).server()
        defer { server.stop(grace: .zero) }
        let text = Self.read(server.port, after: "7.1", until: "data: kept")
        #expect(text.contains(#"{"state":"down"}"#) && !text.contains("data: old"))
        // Two of the events are gone: what stands bears the number before the oldest that follows.
        #expect(text.contains("id: 7.2\nevent: serviceState"))
        #expect(text.contains("id: 7.3\nevent: mark"))
        feed.stop()
    }

    @Test("come in the kinds that a reader wants")
    func filter() throws {
        let feed = EventFeed(epoch: 7)
        let server = try Listening(feed: feed, types: [.file]).server()
        defer { server.stop(grace: .zero) }
        let reader = EventReader(port: server.port, "/", fields: "Connection: close\r\n")
        let first = reader.read { $0.contains(#""uri""#) }
        feed.append(.data, data: "1")
        feed.append(.file, data: "2")
        let text = first + reader.read { $0.contains("data: 2") }
        #expect(!text.contains("serviceState") && !text.contains("event: data"))
        feed.stop()
    }

    @Test("send a sign of life after silence, with the number of what a reader did not want")
    func heartbeat() throws {
        let feed = EventFeed(epoch: 7)
        let start = ContinuousClock.now
        let server = try Listening(feed: feed, types: [.file]).server()
        defer { server.stop(grace: .zero) }
        let reader = EventReader(port: server.port, "/", fields: "Connection: close\r\n")
        _ = reader.read { $0.contains(#""uri""#) }
        feed.beat(at: start + EventFeed.heartbeat + .seconds(5))
        #expect(reader.read { $0.contains(":\n\n") }.contains(":\n\n"))
        feed.append(.data, data: "1", at: start)
        feed.beat(at: start + EventFeed.heartbeat * 2 + .seconds(5))
        let text = reader.read { $0.contains("id: 7.1\n\n") }
        #expect(text.contains("id: 7.1\n\n") && !text.contains("event"))
        feed.stop()
    }

    @Test("hold no more for a reader that does not read than their bound, and let it go in the end")
    func slowReader() throws {
        let feed = EventFeed(epoch: 7)
        let start = ContinuousClock.now
        let all = Set(EventName.allCases)
        let stream = try #require(feed.listen(after: nil, types: all, at: start) { [] })
        for _ in 0..<100 { feed.append(.data, data: String(repeating: "x", count: 10_000), at: start) }
        #expect(stream.waiting <= EventFeed.capacity && feed.count == 1)
        feed.beat(at: start + EventFeed.patience - .milliseconds(1))
        #expect(feed.count == 1)
        feed.beat(at: start + EventFeed.patience)
        #expect(feed.count == 0 && stream.write([1]) == .closed)
    }

    @Test("let go a reader whose next event is not kept any more")
    func lostReader() throws {
        let feed = EventFeed(epoch: 7)
        let start = ContinuousClock.now
        let stream = try #require(feed.listen(after: nil, types: Set(EventName.allCases), at: start) { [] })
        for _ in 0..<100 { feed.append(.data, data: String(repeating: "x", count: 100_000), at: start) }
        feed.beat(at: start + .milliseconds(100))
        #expect(feed.count == 0 && stream.write([1]) == .closed)
    }

    @Test("are for a bounded number of readers, and readers that left make room")
    func crowd() throws {
        let feed = EventFeed(epoch: 7)
        for _ in 0..<EventFeed.limit { #expect(feed.listen(after: nil, types: []) { [] } != nil) }
        #expect(feed.listen(after: nil, types: []) { [] } == nil)
        feed.stop()
        #expect(feed.listen(after: nil, types: []) { [] } != nil)
        feed.stop()
    }
}
