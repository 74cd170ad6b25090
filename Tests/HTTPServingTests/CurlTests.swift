import HTTPServing
import Testing

@Suite("Server: as curl sees it")
struct CurlTests {
    static let text = String((0..<1_000).map { Character(UnicodeScalar(UInt8(97 + $0 % 26))) })

    private func withServer(_ body: (String) -> Void) throws {
        // Sun, 06 Nov 1994 08:49:37 GMT
        let content = SharedContent(
            Array(Self.text.utf8), type: "video/mp2t", entityTag: "\"seg\"", lastModified: 784_111_777)
        let server = try HTTPServer.testing { request in
            .now(request.path == ["seg.ts"] ? Response(content) : .error(404, "nothing"))
        }
        body("http://127.0.0.1:\(server.port)/seg.ts")
        server.stop(grace: .zero)
    }

    @Test("-r gets parts, and a suffix")
    func ranges() throws {
        try withServer { url in
            #expect(Curl("-r", "0-1", url).output == "ab")
            #expect(Curl("-r", "-3", url).output == String(Self.text.suffix(3)))
            #expect(Curl("-r", "990-", url).output == String(Self.text.suffix(10)))
            #expect(Curl("-r", "0-1,5-6", "-w", "%{http_code}", url).output == Self.text + "200")
            #expect(Curl("-r", "1000-", "-o", "/dev/null", "-w", "%{http_code}", url).output == "416")
        }
    }

    @Test("-I gets the head of the same answer")
    func head() throws {
        try withServer { url in
            let head = Curl("-I", url).output
            let whole = Curl("-D", "-", "-o", "/dev/null", url).output
            let isKept = { (line: Substring) in !line.hasPrefix("Date:") }
            #expect(head.split(separator: "\r\n").filter(isKept) == whole.split(separator: "\r\n").filter(isKept))
            #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(head.contains("\r\nContent-Length: 1000\r\n"))
        }
    }

    @Test("-z gets nothing that is not newer")
    func newer() throws {
        try withServer { url in
            func get(_ since: String) -> String {
                Curl("-z", since, "-o", "/dev/null", "-w", "%{http_code} %{size_download}", url).output
            }
            #expect(get("Sun, 06 Nov 1994 08:49:37 GMT") == "304 0")
            #expect(get("Sat, 05 Nov 1994 08:49:37 GMT") == "200 1000")
        }
    }

    @Test("--compressed, a proxy's form and HTTP/1.0 get the plain bytes")
    func plain() throws {
        try withServer { url in
            let proxy = url.replacing("/seg.ts", with: "")
            #expect(Curl("--compressed", url).output == Self.text)
            #expect(Curl("--http1.0", url).output == Self.text)
            #expect(
                Curl("-x", proxy, "http://elsewhere.test/seg.ts").output == Self.text)
        }
    }

    @Test("one connection serves many requests")
    func keepAlive() throws {
        try withServer { url in
            let connections = Curl(
                "-w", "%{num_connects}\\n", "-o", "/dev/null", "-o", "/dev/null", "-o", "/dev/null", url, url, url)
            #expect(connections.output == "1\n0\n0\n")
        }
    }
}
