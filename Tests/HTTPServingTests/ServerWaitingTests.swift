import Dispatch
import Synchronization
import Testing

@testable import HTTPServing

@Suite("Server: work and waiting")
struct ServerWaitingTests {
    @Test("work is done elsewhere, and what does not fit the queue is told to come back")
    func fullQueue() throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try HTTPServer.testing(
            .local { options in
                options.workers = 1
                options.workLimit = 1
            }
        ) { _ in
            .work {
                gate.wait()
                return .text(200, "done")
            }
        }
        let clients = (0..<3).map { _ in RawClient(port: server.port) }
        // One runs and one waits; how soon the worker takes the first is not known, so the second comes after that.
        clients[0].get("/")
        #expect(holds { server.load.suspended == 1 && server.load.queuedWork == 0 })
        clients[1].get("/")
        #expect(holds { server.load.suspended == 2 })
        clients[2].get("/")
        let refused = try #require(clients[2].reply())
        #expect(refused.status == 429)
        #expect(refused["Retry-After"] == "1")
        gate.signal()
        gate.signal()
        #expect(clients[0].reply()?.text == "done")
        #expect(clients[1].reply()?.text == "done")
        server.stop(grace: .zero)
    }

    @Test("a parked request is asked again when it is woken, and when its time is over")
    func parks() throws {
        let waker = Waker()
        let server = try HTTPServer.testing { request in
            let ticket = waker.ticket
            switch request.wake {
            case .woken: return .now(.text(200, "woken"))
            case .timedOut: return .now(.text(200, "late"))
            case nil:
                return .park(Parking(ticket, atMost: request.path == ["short"] ? .milliseconds(50) : .seconds(60)))
            }
        }
        let short = RawClient(port: server.port)
        short.get("/short")
        #expect(short.reply()?.text == "late")
        #expect(waker.waiting == 0)
        let long = (0..<20).map { _ in RawClient(port: server.port) }
        for client in long { client.get("/long") }
        #expect(holds { waker.waiting == 20 })
        waker.wake()
        for client in long { #expect(client.reply()?.text == "woken") }
        #expect(server.load.suspended == 0)
        server.stop(grace: .zero)
    }

    @Test("no wake is lost, however close it comes to the look of the handler")
    func noLostWake() throws {
        let waker = Waker()
        let version = Atomic(0)
        let server = try HTTPServer.testing { request in
            let ticket = waker.ticket
            let wanted = Int(request.path.first ?? "") ?? 0
            let now = version.load(ordering: .sequentiallyConsistent)
            if now >= wanted { return .now(.text(200, "\(wanted)")) }
            return request.wake == .timedOut ? .now(.error(503, "late")) : .park(Parking(ticket, atMost: .seconds(8)))
        }
        // Each request asks for the next version, which a publisher makes at about that moment.
        let client = RawClient(port: server.port)
        let begun = DispatchSemaphore(value: 0)
        let rounds = 500
        DispatchQueue(label: "publisher").async {
            for _ in 0..<rounds {
                begun.wait()
                version.add(1, ordering: .sequentiallyConsistent)
                waker.wake()
            }
        }
        for round in 1...rounds {
            client.get("/\(round)")
            begun.signal()
            #expect(client.reply()?.text == "\(round)")
        }
        server.stop(grace: .zero)
    }

    @Test("a parked client that leaves is forgotten")
    func leaves() throws {
        let waker = Waker()
        let server = try HTTPServer.testing(.local { $0.headDeadline = .milliseconds(200) }) { _ in
            .park(Parking(waker.ticket, atMost: .seconds(60)))
        }
        do {
            let client = RawClient(port: server.port)
            client.get("/")
            #expect(holds { waker.waiting == 1 })
        }
        #expect(holds { server.load == ServerLoad(connections: 0, requests: 0, suspended: 0, queuedWork: 0) })
        #expect(waker.waiting == 0)
        server.stop(grace: .zero)
    }

    @Test("stopping answers the parked, lets work end, and comes back")
    func stops() throws {
        let waker = Waker()
        let begun = DispatchSemaphore(value: 0)
        let gate = DispatchSemaphore(value: 0)
        let server = try HTTPServer.testing { request in
            guard request.path == ["work"] else { return .park(Parking(waker.ticket, atMost: .seconds(60))) }
            return .work {
                begun.signal()
                gate.wait()
                return .text(200, "done")
            }
        }
        let parked = (0..<10).map { _ in RawClient(port: server.port) }
        for client in parked { client.get("/") }
        let working = RawClient(port: server.port)
        working.get("/work")
        let idle = RawClient(port: server.port)
        begun.wait()
        #expect(holds { waker.waiting == 10 })
        let stopped = DispatchGroup()
        DispatchQueue(label: "stop").async(group: stopped) { server.stop(grace: .seconds(5)) }
        for client in parked {
            let reply = try #require(client.reply())
            #expect(reply.status == 503)
            #expect(reply["Connection"] == "close")
        }
        gate.signal()
        #expect(working.reply()?.text == "done")
        stopped.wait()
        #expect(idle.isClosedByServer())
        #expect(server.load == ServerLoad(connections: 0, requests: 0, suspended: 0, queuedWork: 0))
    }

    @Test("stopping without grace answers 503 to whom work is being done for")
    func stopsAtOnce() throws {
        let begun = DispatchSemaphore(value: 0)
        let gate = DispatchSemaphore(value: 0)
        let server = try HTTPServer.testing { _ in
            .work {
                begun.signal()
                gate.wait()
                return .text(200, "done")
            }
        }
        let client = RawClient(port: server.port)
        client.get("/")
        begun.wait()
        let stopped = DispatchGroup()
        DispatchQueue(label: "stop").async(group: stopped) { server.stop(grace: .zero) }
        #expect(client.reply()?.status == 503)
        gate.signal()
        stopped.wait()
    }
}
