import Testing

@testable import HTTPServing

@Suite("HTTP date")
struct HTTPDateTests {
    // RFC 9110, section 5.6.7: three spellings of one instant, which `date -d` tells in seconds as 784111777.
    @Test(
        "reads the three forms",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        ])
    func reads(_ text: String) { #expect(HTTPDate.seconds(of: text) == 784_111_777) }

    // By `date -u -d @N '+%a, %d %b %Y %H:%M:%S GMT'`.
    @Test(
        "writes the first form and reads it back",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (1_767_225_600, "Thu, 01 Jan 2026 00:00:00 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
        ] as [(Int64, String)])
    func writes(_ seconds: Int64, _ text: String) {
        #expect(HTTPDate.text(of: seconds) == text)
        #expect(HTTPDate.seconds(of: text) == seconds)
    }

    @Test(
        "refuses what is no date",
        arguments: [
            "", "now", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 32 Nov 1994 08:49:37 GMT",
            "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:49 GMT",
            "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Sun, -6 Nov 1994 08:49:37 GMT",
        ])
    func refuses(_ text: String) { #expect(HTTPDate.seconds(of: text) == nil) }
}
