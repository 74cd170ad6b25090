import NetworkFormats
import Testing

@Suite("Endpoint as text")
struct EndpointTextTests {
    @Test("reads what it prints", arguments: ["239.1.2.3:5000", "[ff15::1]:5004", "0.0.0.0:0", "[::]:65535"])
    func roundTrips(_ text: String) {
        #expect(Endpoint(text)?.description == text)
    }

    @Test(
        "refuses everything else",
        arguments: ["", ":", "1.2.3.4", "1.2.3.4:", ":80", "1.2.3.4:-1", "1.2.3.4:65536", "::1:80", "[::1]", "[::1:80"])
    func refuses(_ text: String) {
        #expect(Endpoint(text) == nil)
    }
}
