import Foundation
import HTTPServing
import Testing

@testable import ReplayService

@Suite("Methods of every route")
struct MethodTests {
    let served: ServedSample

    init() throws { served = try ServedSample() }

    /// An address of a route; what varies in it is a channel where there is one.
    private static func target(_ route: Route) -> String {
        route.path.split(separator: "/", omittingEmptySubsequences: false).map {
            $0 == "{ch}" ? "Sideline" : $0 == "{page}" ? "index.html" : $0.hasPrefix("{") ? "0" : String($0)
        }.joined(separator: "/")
    }

    @Test("what does not go is refused with what goes, and HEAD goes where GET does")
    func refusals() throws {
        for route in Route.all {
            let target = Self.target(route)
            var allowed = route.methods.map(\.rawValue)
            if let get = allowed.firstIndex(of: "GET") { allowed.insert("HEAD", at: get + 1) }
            #expect(served.service.methods(at: try Request(.options, target)) == route.methods)
            for method in [HTTPServing.Method.post, .put, .delete] where !route.methods.contains(method) {
                let answer = try served.get(
                    target, method: method, headers: [Header("Content-Type", "application/json")])
                #expect(answer.status == 405, "\(method) \(target)")
                #expect(answer.header("Allow") == (allowed + ["OPTIONS"]).joined(separator: ", "), "\(target)")
                #expect(answer.object["status"] as? String == "error")
            }
            let (get, head) = (try served.get(target), try served.get(target, method: .head))
            #expect(get.status == head.status && (get.status == 405) == !route.methods.contains(.get), "\(target)")
            if case .stream(let stream) = get.body { stream.finish() }
        }
    }

    @Test("OPTIONS says what goes, and lets pages of others do nothing but read; what changes something is not shared")
    func preflight() throws {
        let server = try HTTPServer(
            options: ServerOptions(address: ListenAddress(host: "127.0.0.1", port: 0)), handler: served.service)
        defer { server.stop(grace: .zero) }
        func ask(_ method: String, _ path: String, _ fields: String = "") -> String {
            EventReader(
                port: server.port, path, method: method, fields: "Connection: close\r\nContent-Length: 0\r\n" + fields
            ).read { _ in false }
        }
        for (path, allowed) in [
            ("/api/v1/players", "POST, OPTIONS"), ("/api/v1/players/0", "GET, HEAD, DELETE, OPTIONS"),
            ("/api/v1/config", "GET, HEAD, PUT, OPTIONS"), ("/api/v1/stats", "GET, HEAD, OPTIONS"),
        ] {
            let answer = ask("OPTIONS", path, "Origin: https://example.com\r\nAccess-Control-Request-Method: POST\r\n")
            #expect(answer.contains("\r\nAllow: \(allowed)\r\n"), "\(answer)")
            #expect(answer.contains("\r\nAccess-Control-Allow-Methods: GET, HEAD, OPTIONS\r\n"))
        }
        #expect(ask("GET", "/api/v1/stats").contains("Access-Control-Allow-Origin: *"))
        let made = ask("POST", "/api/v1/players", "Content-Type: application/json\r\n")
        #expect(made.hasPrefix("HTTP/1.1 201") && !made.contains("Access-Control"))
        #expect(
            ask("POST", "/api/v1/players", "Content-Type: application/json\r\nOrigin: https://example.com\r\n")
                .hasPrefix("HTTP/1.1 403"))
        served.service.players.removeAll()
    }
}
