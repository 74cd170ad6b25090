import HTTPServing
import Testing

@Suite("Server: refusals")
struct ServerRefusalTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var request: String
        var status: Int

        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "a bad escape", request: "GET /%zz HTTP/1.1\r\nHost: t\r\n\r\n", status: 400),
        Case(name: "an escaped NUL", request: "GET /a%00 HTTP/1.1\r\nHost: t\r\n\r\n", status: 400),
        Case(name: "a NUL", request: "GET /a\0b HTTP/1.1\r\nHost: t\r\n\r\n", status: 400),
        Case(name: "a NUL in the query", request: "GET /a?b\0c HTTP/1.1\r\nHost: t\r\n\r\n", status: 400),
        Case(name: "a space", request: "GET /a b HTTP/1.1\r\nHost: t\r\n\r\n", status: 400),
        Case(name: "no UTF-8", request: "GET /%ff HTTP/1.1\r\nHost: t\r\n\r\n", status: 400),
        Case(name: "no slash", request: "GET a HTTP/1.1\r\nHost: t\r\n\r\n", status: 400),
        Case(
            name: "a long address", request: "GET /\(String(repeating: "a", count: 8_000)) HTTP/1.1\r\nHost: t\r\n\r\n",
            status: 414),
        Case(
            name: "a long head",
            request: "GET / HTTP/1.1\r\nHost: t\r\nX: \(String(repeating: "a", count: 12_300))\r\n\r\n", status: 431),
        Case(
            name: "a long body by its length",
            request: "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 101\r\n\r\n\(String(repeating: "a", count: 101))",
            status: 413),
        Case(
            name: "a body of three megabytes",
            request: "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 3145728\r\n\r\n"
                + String(repeating: "a", count: 3_145_728), status: 413),
        Case(
            name: "a long body in chunks",
            request: "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n65\r\n"
                + String(repeating: "a", count: 101) + "\r\n0\r\n\r\n", status: 413),
        Case(
            name: "two framings",
            request: "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            status: 400),
        Case(
            name: "two lengths",
            request: "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", status: 400),
        Case(
            name: "an unknown transfer coding",
            request: "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", status: 501),
        Case(name: "an unknown method", request: "PATCH / HTTP/1.1\r\nHost: t\r\n\r\n", status: 501),
    ]

    @Test("are said in one JSON sentence, and the server goes on", arguments: cases)
    func refuses(_ example: Case) throws {
        let server = try HTTPServer.testing(.local { $0.bodyLimit = 100 }) { _ in .now(.json(200, "{}")) }
        let client = RawClient(port: server.port)
        client.send(example.request)
        let reply = try #require(client.reply())
        #expect(reply.status == example.status)
        #expect(reply["Content-Type"] == "application/json")
        #expect(reply.text.hasPrefix("{\"status\":\"error\",\"error\":\"") && reply.text.hasSuffix("\"}\n"))
        let next = RawClient(port: server.port)
        next.get("/")
        #expect(next.reply()?.status == 200)
        server.stop(grace: .zero)
    }

    /// RFC 9112, section 6.3: after a length that cannot be trusted, what follows is nobody's request.
    @Test("of doubtful framing end the connection", arguments: ["0\r\nContent-Length: 40", "40\r\nContent-Length: 0"])
    func endsTheConnection(_ length: String) throws {
        let server = try HTTPServer.testing { _ in .now(.json(200, "{}")) }
        let client = RawClient(port: server.port)
        client.send("GET / HTTP/1.1\r\nHost: t\r\nContent-Length: \(length)\r\n\r\nGET /x HTTP/1.1\r\nHost: t\r\n\r\n")
        let reply = try #require(client.reply())
        #expect(reply.status == 400 && reply["Connection"]?.lowercased() == "close")
        #expect(client.reply() == nil)
        server.stop(grace: .zero)
    }

    @Test("say what is wrong with an address to listen at")
    func addresses() throws {
        let first = try HTTPServer.testing { _ in .now(Response()) }
        let taken = ListenAddress(host: "127.0.0.1", port: first.port)
        #expect(throws: ServerFailure.inUse("127.0.0.1:\(first.port)")) {
            try HTTPServer(options: ServerOptions(address: taken), handler: Routes { _ in .now(Response()) })
        }
        // 192.0.2.0/24 is for documentation (RFC 5737): no machine has it.
        let foreign = ListenAddress(host: "192.0.2.1", port: 0)
        #expect(throws: ServerFailure.notLocal("192.0.2.1:0")) {
            try HTTPServer(options: ServerOptions(address: foreign), handler: Routes { _ in .now(Response()) })
        }
        first.stop(grace: .zero)
    }

    @Test("do not meet addresses as people write them")
    func writtenAddresses() throws {
        #expect(try ListenAddress(parsing: "8080") == ListenAddress(host: "0.0.0.0", port: 8080))
        #expect(try ListenAddress(parsing: ":8080") == ListenAddress(host: "0.0.0.0", port: 8080))
        #expect(try ListenAddress(parsing: "127.0.0.1:80") == ListenAddress(host: "127.0.0.1", port: 80))
        #expect(try ListenAddress(parsing: "localhost:80") == ListenAddress(host: "127.0.0.1", port: 80))
        #expect(try ListenAddress(parsing: "[::1]:80") == ListenAddress(host: "::1", port: 80))
        #expect(try ListenAddress(parsing: "[::]:0").text == "[::]:0")
        for text in [
            "", "host", "1.2.3.4", "1.2.3:80", "::1:80", "[1.2.3.4]:80", "1.2.3.4:65536", "1.2.3.4:-1", "a:80",
        ] {
            #expect(throws: ServerFailure.notAnAddress(text)) { try ListenAddress(parsing: text) }
        }
    }

    @Test("do not meet IPv6")
    func six() throws {
        var options = ServerOptions(address: ListenAddress(host: "::1", port: 0))
        options.serverThreads = 1
        let server = try HTTPServer(options: options, handler: Routes { .now(.text(200, $0.remote)) })
        let reply = Curl("-g", "http://[::1]:\(server.port)/")
        #expect(reply.output.hasPrefix("[::1]:"))
        server.stop(grace: .zero)
    }
}
