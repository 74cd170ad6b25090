import Bytes
import Glibc
import TestSupport
import Testing

@testable import HTTPServing

@Suite("Server: endurance", .serialized)
struct ServerEnduranceTests {
    static let nothing = ServerLoad(connections: 0, requests: 0, suspended: 0, queuedWork: 0)

    @Test("a slow head and a slow body are cut off, a quick request on the same server is not")
    func slow() throws {
        let server = try HTTPServer.testing(
            .local { options in
                options.headDeadline = .milliseconds(300)
                options.bodyDeadline = .milliseconds(300)
            }
        ) { _ in .now(.json(200, "{}")) }
        let head = RawClient(port: server.port)
        let body = RawClient(port: server.port)
        body.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 1000\r\n\r\n")
        head.send("GET / HTTP/1.1\r\n")
        // A byte now and then is activity to the library, which would wait for ever.
        var isHeadOpen = true
        var isBodyOpen = true
        for _ in 0..<100 where isHeadOpen || isBodyOpen {
            isHeadOpen = isHeadOpen && head.send("X: y\r\n")
            isBodyOpen = isBodyOpen && body.send("a")
            usleep(20_000)
        }
        #expect(!isHeadOpen)
        #expect(!isBodyOpen)
        let quick = RawClient(port: server.port)
        quick.get("/")
        #expect(quick.reply()?.status == 200)
        server.stop(grace: .zero)
    }

    @Test("200 idle connections hinder nobody, and are closed in the end")
    func idle() throws {
        let server = try HTTPServer.testing(.local { $0.headDeadline = .milliseconds(500) }) { _ in
            .now(.json(200, "{}"))
        }
        let idle = (0..<200).map { _ in RawClient(port: server.port) }
        let client = RawClient(port: server.port)
        client.get("/")
        #expect(client.reply()?.status == 200)
        for client in idle { #expect(client.isClosedByServer()) }
        server.stop(grace: .zero)
    }

    @Test("a client that goes in the middle of a clip leaves nothing behind")
    func gone() throws {
        weak var kept: SharedContent?
        weak var slab: Slab?
        let server: HTTPServer
        do {
            let bytes = Slab(capacity: 8 << 20)
            _ = bytes.appendZeros(8 << 20) { _ in }
            var list = SliceList()
            list.append(SlabSlice(bytes, 0..<(4 << 20)))
            let content = SharedContent(list, type: "video/mp2t")
            list.append(SlabSlice(bytes, (5 << 20)..<(8 << 20)))
            let pieces = list
            kept = content
            slab = bytes
            server = try HTTPServer.testing { request in
                .now(request.path == ["shared"] ? Response(content) : Response(body: .slices(pieces)))
            }
            for path in ["/shared", "/pieces", "/shared", "/pieces"] {
                let client = RawClient(port: server.port)
                client.get(path)
                #expect(client.take(1000).count == 1000)
            }
        }
        #expect(holds { server.load == Self.nothing })
        server.stop(grace: .zero)
        // The server keeps the handler, which keeps the content; nothing else does.
        #expect(kept != nil && slab != nil)
        withExtendedLifetime(server) {}
    }

    @Test("10 000 requests leave no object and no descriptor behind")
    func manyRequests() throws {
        weak var kept: SharedContent?
        let before = Self.descriptors
        do {
            let content = SharedContent([UInt8](repeating: 1, count: 1_350), type: "text/plain", entityTag: "\"a\"")
            kept = content
            let server = try HTTPServer.testing { request in
                switch request.path.first {
                case "shared": .now(Response(content))
                case "json": .now(.json(200, "{}"))
                case "work": .work { .text(200, "work") }
                default: .now(.error(404, "nothing"))
                }
            }
            let client = RawClient(port: server.port)
            let batch = ["/shared", "/json?a=b", "/work", "/none", "/shared"]
            let text = batch.map {
                "GET \($0) HTTP/1.1\r\nHost: t\r\nRange: bytes=1-2\r\nX-Long: abcdefghijklmn\r\n\r\n"
            }
            .joined()
            for _ in 0..<2_000 {
                client.send(text)
                let replies = batch.compactMap { _ in client.reply()?.status }
                guard replies == [206, 206, 206, 404, 206] else {
                    Issue.record("answered \(replies)")
                    break
                }
            }
            #expect(holds { server.load.requests == 0 })
            #expect(server.load == ServerLoad(connections: 1, requests: 0, suspended: 0, queuedWork: 0))
            server.stop(grace: .zero)
        }
        #expect(kept == nil)
        // Other suites run beside this one and have descriptors of their own for a moment.
        var after = Self.descriptors
        for _ in 0..<200 where after > before {
            usleep(10_000)
            after = Self.descriptors
        }
        #expect(after <= before)
    }

    @Test("random heads never stop the server", arguments: [1, 2, 3] as [UInt64])
    func randomHeads(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let server = try HTTPServer.testing { _ in .now(.json(200, "{}")) }
        let words = [
            "GET", "POST", "HEAD", " ", "/", "%00", "%", "?", "HTTP/1.1", "HTTP/9.9", "\r\n", "\n", "\r", "\0", ":",
            "Host: a", "Content-Length: ", "Transfer-Encoding: chunked", "Range: bytes=", "If-None-Match: \"", "-1",
            "99999999999999999999", "\r\n\r\n", "Expect: 100-continue", "Connection: close", "\u{fc}", "\t", "0\r\n",
        ]
        for _ in 0..<150 {
            let client = RawClient(port: server.port)
            var text = ""
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                text += words.randomElement(using: &random) ?? ""
            }
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                bytes.insert(.random(in: 0...255, using: &random), at: .random(in: 0...bytes.count, using: &random))
            }
            client.send(bytes)
        }
        let client = RawClient(port: server.port)
        client.get("/")
        #expect(client.reply()?.status == 200)
        server.stop(grace: .zero)
    }

    private static var descriptors: Int {
        guard let folder = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return count
    }
}
