import Dispatch
import Synchronization
import Testing

@testable import HTTPServing

@Suite("Server: replies that come later")
struct ServerLateReplyTests {
    /// Replies that somebody holds.
    private final class Held: Sendable {
        private let replies = Mutex<[LateReply]>([])

        var count: Int { replies.withLock { $0.count } }
        var isAwaited: Bool { replies.withLock { $0.contains { $0.isAwaited } } }
        func add(_ reply: LateReply) { replies.withLock { $0.append(reply) } }
        func takeAll() -> [LateReply] {
            replies.withLock { replies in
                defer { replies = [] }
                return replies
            }
        }
    }

    @Test("many more requests than there are workers wait for one thread, and each gets the first response sent to it")
    func answers() throws {
        let held = Held()
        let server = try HTTPServer.testing(.local { $0.workers = 1 }) { _ in .later { held.add($0) } }
        let clients = (0..<30).map { _ in RawClient(port: server.port) }
        for client in clients { client.get("/") }
        #expect(holds { held.count == 30 })
        #expect(server.load.queuedWork == 0)
        for reply in held.takeAll() {
            reply.send(.text(200, "first"))
            reply.send(.text(500, "second"))
        }
        for client in clients { #expect(client.reply()?.text == "first") }
        #expect(server.load.suspended == 0)
        server.stop(grace: .zero)
    }

    @Test("a reply that nobody sends is a 500 once nobody can")
    func loses() throws {
        let server = try HTTPServer.testing { _ in .later { _ in } }
        let client = RawClient(port: server.port)
        client.get("/")
        #expect(client.reply()?.status == 500)
        server.stop(grace: .zero)
    }

    @Test("a server that stops waits for no reply, and one that comes behind it does no harm")
    func stops() throws {
        let held = Held()
        let server = try HTTPServer.testing { _ in .later { held.add($0) } }
        let client = RawClient(port: server.port)
        client.get("/")
        #expect(holds { held.count == 1 })
        server.stop(grace: .milliseconds(20))
        for reply in held.takeAll() { reply.send(.text(200, "too late")) }
        #expect(client.reply()?.status ?? 503 == 503)
    }

    @Test("a reply to somebody who has left is dropped")
    func leaves() throws {
        let held = Held()
        let server = try HTTPServer.testing { _ in .later { held.add($0) } }
        do {
            let client = RawClient(port: server.port)
            client.get("/")
            #expect(holds { held.count == 1 })
            #expect(held.isAwaited)
        }
        #expect(holds { server.load.suspended == 0 })
        #expect(!held.isAwaited)
        for reply in held.takeAll() { reply.send(.text(200, "gone")) }
        let next = RawClient(port: server.port)
        next.get("/")
        #expect(holds { held.count == 1 })
        held.takeAll().first?.send(.text(200, "here"))
        #expect(next.reply()?.text == "here")
        server.stop(grace: .zero)
    }
}
