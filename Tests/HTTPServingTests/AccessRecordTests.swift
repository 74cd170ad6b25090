import HTTPServing
import Synchronization
import Testing

@Suite("Server: access records")
struct AccessRecordTests {
    private final class Records: Sendable {
        private let kept = Mutex<[AccessRecord]>([])

        var all: [AccessRecord] { kept.withLock { $0 } }

        func add(_ record: AccessRecord) { kept.withLock { $0.append(record) } }
    }

    @Test("every request is told of once, with what became of it")
    func tells() throws {
        let records = Records()
        let content = SharedContent([UInt8](repeating: 0, count: 32 << 20), type: "video/mp2t")
        let server = try HTTPServer.testing(.local { $0.whenAnswered = { records.add($0) } }) { request in
            request.path == ["big"] ? .now(Response(content)) : .now(.error(404, "nothing"))
        }
        let client = RawClient(port: server.port)
        client.get("/a%20b?c=d")
        #expect(client.reply()?.status == 404)
        client.send("BREW /pot HTTP/1.1\r\nHost: test\r\n\r\n")
        #expect(client.reply()?.status == 501)
        // A record comes behind its answer, on the connection's own thread: another connection's could overtake it.
        #expect(holds { records.all.count == 2 })
        do {
            let leaver = RawClient(port: server.port)
            leaver.get("/big")
            _ = leaver.take(1)
        }
        #expect(holds { records.all.count == 3 })
        server.stop(grace: .zero)
        #expect(records.all.map(\.method) == ["GET", "BREW", "GET"])
        #expect(records.all.map(\.rawPath) == ["/a%20b", "/pot", "/big"])
        #expect(records.all.map(\.status) == [404, 501, 200])
        #expect(records.all.map(\.isComplete) == [true, true, false])
        #expect(records.all.allSatisfy { $0.remote.hasPrefix("127.0.0.1:") })
    }
}
