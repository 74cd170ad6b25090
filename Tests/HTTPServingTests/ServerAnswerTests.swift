import Bytes
import Foundation
import Glibc
import HTTPServing
import Testing

@Suite("Server: answers")
struct ServerAnswerTests {
    static let body: [UInt8] = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    static let content = SharedContent(
        body, type: "video/mp2t", entityTag: "\"seg\"", lastModified: 784_111_777,
        cacheControl: "max-age=31536000, immutable")

    /// The same bytes in 1 000 pieces of different slabs.
    static let pieces: SliceList = {
        var list = SliceList()
        for start in stride(from: 0, to: body.count, by: 10) {
            let slab = Slab(capacity: 12)
            slab.append([1].lent)
            slab.append(Array(body[start..<(start + 10)]).lent)
            list.append(SlabSlice(slab, 1..<11))
        }
        return list
    }()

    /// The same bytes in a file, with others behind them.
    static let file: String = {
        let path = NSTemporaryDirectory() + "svm-answer-" + UUID().uuidString
        try? Data(body + [1, 2, 3]).write(to: URL(filePath: path))
        return path
    }()

    static func route(_ request: Request) -> Answer {
        switch request.path.first {
        case "seg.ts": .now(Response(content))
        case "clip.ts":
            .now(Response(headers: [Header("ETag", "\"clip\""), Header("X-Clip-Start", "1")], body: .slices(pieces)))
        case "file.mp4":
            .now(
                Response(
                    headers: [Header("ETag", "\"file\"")],
                    body: .file(FileContent(descriptor: open(file, O_RDONLY), count: body.count))))
        case "gone": .now(Response(body: .file(FileContent(descriptor: -1, count: 100))))
        case "small": .now(Response(headers: [Header("Content-Type", "text/plain")], body: .bytes(body)))
        case "empty": .now(Response())
        case "work": .work { .json(200, "{}") }
        case "echo": .now(.text(200, "\(request.method.rawValue) \(request.rawPath) \(request.body.count)"))
        case "read-only": .now(.methodNotAllowed(allowed: [.get]))
        default: .now(.error(404, "there is nothing at \(request.rawPath)"))
        }
    }

    @Test(
        "HEAD says what GET says, for every kind of body",
        arguments: ["seg.ts", "clip.ts", "file.mp4", "small", "empty", "work", "x"])
    func head(_ name: String) throws {
        let server = try HTTPServer.testing { Self.route($0) }
        let client = RawClient(port: server.port)
        client.get("/\(name)")
        let whole = try #require(client.reply())
        client.send("HEAD /\(name) HTTP/1.1\r\nHost: test\r\n\r\n")
        let head = try #require(client.reply(toHead: true))
        #expect(head.status == whole.status)
        #expect(head.undated == whole.undated)
        #expect(head["Content-Length"] == String(whole.body.count))
        // The connection goes on: nothing was sent behind the head.
        client.get("/empty")
        #expect(client.reply()?.status == 200)
        server.stop(grace: .zero)
    }

    @Test("a body comes whole and in parts that join to it", arguments: ["seg.ts", "clip.ts", "file.mp4", "small"])
    func parts(_ name: String) throws {
        let server = try HTTPServer.testing { Self.route($0) }
        let client = RawClient(port: server.port)
        client.get("/\(name)")
        let whole = try #require(client.reply())
        #expect(whole.status == 200)
        #expect(whole.body == Self.body)
        #expect(whole["Accept-Ranges"] == "bytes")
        #expect(whole["Access-Control-Allow-Origin"] == "*")
        var joined: [UInt8] = []
        for start in stride(from: 0, to: 10_000, by: 3_001) {
            let end = min(start + 3_000, 9_999)
            client.get("/\(name)", "Range: bytes=\(start)-\(end)\r\n")
            let part = try #require(client.reply())
            #expect(part.status == 206)
            #expect(part["Content-Range"] == "bytes \(start)-\(end)/10000")
            #expect(part["ETag"] == whole["ETag"])
            joined += part.body
        }
        #expect(joined == Self.body)
        server.stop(grace: .zero)
    }

    @Test("an unsatisfiable range is told how much there is")
    func unsatisfiable() throws {
        let server = try HTTPServer.testing { Self.route($0) }
        let client = RawClient(port: server.port)
        client.get("/seg.ts", "Range: bytes=10000-\r\n")
        let reply = try #require(client.reply())
        #expect(reply.status == 416)
        #expect(reply["Content-Range"] == "bytes */10000")
        #expect(reply.text.hasPrefix("{\"status\":\"error\",\"error\":\""))
        server.stop(grace: .zero)
    }

    @Test("304 has no body and repeats what caches need")
    func unchanged() throws {
        let server = try HTTPServer.testing { Self.route($0) }
        let client = RawClient(port: server.port)
        client.get("/seg.ts", "If-None-Match: W/\"seg\"\r\n")
        let reply = try #require(client.reply())
        #expect(reply.status == 304)
        #expect(reply["ETag"] == "\"seg\"")
        #expect(reply["Cache-Control"] == "max-age=31536000, immutable")
        #expect(reply["Content-Type"] == nil)
        #expect(reply["Date"] != nil)
        client.get("/seg.ts", "If-Match: \"other\"\r\n")
        #expect(client.reply()?.status == 412)
        server.stop(grace: .zero)
    }

    @Test("pipelined requests are answered in their order")
    func pipelined() throws {
        let server = try HTTPServer.testing { Self.route($0) }
        let client = RawClient(port: server.port)
        let paths = ["/echo/1", "/work", "/echo/2", "/seg.ts", "/echo/3"]
        client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: test\r\n\r\n" }.joined())
        let replies = paths.compactMap { _ in client.reply() }
        #expect(replies.map(\.status) == [200, 200, 200, 200, 200])
        #expect(replies.count == 5 && replies[0].text == "GET /echo/1 0" && replies[2].text == "GET /echo/2 0")
        #expect(replies.count == 5 && replies[3].body == Self.body && replies[4].text == "GET /echo/3 0")
        server.stop(grace: .zero)
    }

    @Test("bodies are taken with a length and in chunks, also when they are announced first")
    func bodies() throws {
        let server = try HTTPServer.testing { Self.route($0) }
        let client = RawClient(port: server.port)
        client.send("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhello")
        #expect(client.reply()?.text == "POST /echo 5")
        client.send(
            "PUT /echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n")
        #expect(client.reply()?.text == "PUT /echo 7")
        let announced = Curl("-H", "Expect: 100-continue", "-d", "12345678", "http://127.0.0.1:\(server.port)/echo")
        #expect(announced.output == "POST /echo 8")
        server.stop(grace: .zero)
    }

    @Test("OPTIONS is answered for every address, and other methods are told what goes")
    func options() throws {
        let server = try HTTPServer.testing { Self.route($0) }
        let client = RawClient(port: server.port)
        client.send(
            "OPTIONS /seg.ts HTTP/1.1\r\nHost: test\r\nOrigin: http://a\r\nAccess-Control-Request-Method: GET\r\n\r\n")
        let preflight = try #require(client.reply())
        #expect(preflight.status == 204)
        #expect(preflight["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS")
        #expect(preflight["Allow"] == "GET, HEAD, OPTIONS")
        #expect(preflight["Access-Control-Allow-Headers"]?.contains("Range") == true)
        client.send("DELETE /read-only HTTP/1.1\r\nHost: test\r\n\r\n")
        let refused = try #require(client.reply())
        #expect(refused.status == 405)
        #expect(refused["Allow"] == "GET, HEAD, OPTIONS")
        client.send("BREW /pot HTTP/1.1\r\nHost: test\r\n\r\n")
        #expect(client.reply()?.status == 501)
        server.stop(grace: .zero)
    }

    @Test("closes a file once it was sent, or the reader has gone, and says when it cannot be read")
    func files() throws {
        let server = try HTTPServer.testing { Self.route($0) }
        let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter(Self.isFile).count
        for _ in 0..<20 {
            let client = RawClient(port: server.port)
            client.get("/file.mp4", "If-None-Match: \"file\"\r\n")
            #expect(client.reply()?.status == 304)
            client.get("/file.mp4")
            #expect(client.reply()?.body == Self.body)
        }
        let client = RawClient(port: server.port)
        client.get("/gone")
        // The promise of 100 bytes cannot be kept: the connection ends instead.
        #expect(client.isClosedByServer())
        server.stop(grace: .zero)
        let after = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter(Self.isFile).count
        #expect(after == before)
    }

    private static func isFile(_ descriptor: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + descriptor)) == file
    }
}
