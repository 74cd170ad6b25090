import Testing

@testable import HTTPServing

@Suite("Server: stopping under fire")
struct ServerStoppingTests {
    @Test("malformed requests that come while it stops do not bring it down")
    func survives() throws {
        // Each is refused by the library itself, at another place of its parser.
        let junk = [
            "GET / HTTP/9.9\r\n\r\n", "G\0T / HTTP/1.1\r\n\r\n", "\u{fc} /\r\n:\r\n\r\n", "POST / HTTP/1.1\r\n",
        ]
        for round in 0..<150 {
            let server = try HTTPServer.testing { _ in .now(.json(200, "{}")) }
            let clients = (0..<6).map { _ in RawClient(port: server.port) }
            for (index, client) in clients.enumerated() { client.send(Array(junk[(index + round) % junk.count].utf8)) }
            server.stop(grace: .zero)
        }
    }
}
