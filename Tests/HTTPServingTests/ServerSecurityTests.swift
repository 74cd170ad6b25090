import HTTPServing
import Testing

@Suite("Server: TLS")
struct ServerSecurityTests {
    /// Made for this test alone by `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes`.
    static let certificate = ServerOptions.Certificate(
        chain: """
            -----BEGIN CERTIFICATE-----
            MIIBfzCCASWgAwIBAgIUZnCG4iMiwGrC9B9M4ZfIH3b/FOUwCgYIKoZIzj0EAwIw
            FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEzMDA2NDUzNVoYDzIxMjYxMTA2
            MDY0NTM1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
            PQMBBwNCAATLaNRwDCamvh+6E7K4FwjC0jqIbOFmtPXP2ZCJtWYWZYrVp44l30yC
            mrjztQLNj3pM/Bvmwdvcy8peG16UzHzro1MwUTAdBgNVHQ4EFgQUkLoQ/k3xwlCV
            7bwBbVbxAPFIIXMwHwYDVR0jBBgwFoAUkLoQ/k3xwlCV7bwBbVbxAPFIIXMwDwYD
            VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiBeUhxuxJ8bQxr+xUU0R8i5
            3aL8TSnl6gP8o8kOFX1pGAIhAOR1zXBi2KGiWyDqwheB8hsNBlrvBszOxawt76BY
            PK5b
            -----END CERTIFICATE-----

            """,
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgU8rYLCrHAx7idQ2J
            WOCGv/FJ/Ee+RhkrD6XihNI4mNKhRANCAATLaNRwDCamvh+6E7K4FwjC0jqIbOFm
            tPXP2ZCJtWYWZYrVp44l30yCmrjztQLNj3pM/Bvmwdvcy8peG16UzHzr
            -----END PRIVATE KEY-----

            """)

    @Test("serves small and large bodies, parts, and parked requests over TLS")
    func serves() throws {
        let content = SharedContent([UInt8](repeating: 97, count: 300_000), type: "text/plain", entityTag: "\"a\"")
        let waker = Waker()
        let server = try HTTPServer.testing(.local { $0.certificate = Self.certificate }) { request in
            guard request.path == ["wait"] else { return .now(Response(content)) }
            if request.wake == .timedOut { return .now(.text(200, "late")) }
            return .park(Parking(waker.ticket, atMost: .milliseconds(50)))
        }
        let url = "https://127.0.0.1:\(server.port)"
        #expect(Curl("-k", url).output.utf8.count == 300_000)
        #expect(Curl("-k", "-r", "1-3", url).output == "aaa")
        #expect(Curl("-k", url + "/wait").output == "late")
        // Nobody gets plain HTTP at the same port.
        #expect(Curl("http://127.0.0.1:\(server.port)").status != 0)
        server.stop(grace: .zero)
    }

    @Test("refuses a certificate and a key that are none")
    func refuses() {
        let wrong = ServerOptions.local { $0.certificate = ServerOptions.Certificate(chain: "no", key: "no") }
        #expect(throws: ServerFailure.self) {
            try HTTPServer(options: wrong, handler: Routes { _ in .now(Response()) })
        }
    }
}
