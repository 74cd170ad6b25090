import HTTPServing

extension ClipQueryGrammar {
    private static let ranges = [
        "bytes=0-", "bytes=0-0", "bytes=0-1", "bytes=-1", "bytes=-0", "bytes=1-0", "bytes=-", "bytes=", "bytes",
        "items=0-1",
        "bytes=0-1,5-9", "bytes=0-0,-1", "bytes=,0-1,", "bytes= 0-1", "bytes=0 -1", "BYTES=0-1", "bytes=a-b",
        "bytes=0x0-1",
        "bytes=99999999999999999999-", "bytes=0-99999999999999999999", "bytes=-99999999999999999999", "bytes=--1",
        "bytes=1--2", "bytes=0-1-2", "bytes=9223372036854775807-9223372036854775807", "bytes=0-9223372036854775807",
    ]

    private static let tags = [
        "*", "\"\"", "W/\"a\"", "\"a\"", "\"a", "a", "\"a\", \"b\"", ",", "W/", "x\"a\"",
        "Thu, 01 Jan 2026 00:00:00 GMT", "1",
    ]

    /// The name by which a request asks for the tag that its answer bears; who sends it puts the tag there.
    static let tagMark = "ETAG"

    /// Conditions and ranges, good and bad.
    mutating func addConditions(_ query: inout ClipQuery) {
        if chance(2) { query.headers.append(Header("Range", range())) }
        if chance(4) { query.headers.append(Header("If-Range", tag())) }
        if chance(4) { query.headers.append(Header("If-None-Match", tag())) }
        if chance(10) { query.headers.append(Header("If-Match", tag())) }
        if chance(16) { query.headers.append(Header("If-Modified-Since", "Thu, 01 Jan 2026 00:00:00 GMT")) }
        if chance(8) {
            let types = [
                "text/html", "*/*", "application/json;q=0", "text/html;q=NaN", ",;=", "text/html;q=1e9, */*;q=0",
            ]
            query.headers.append(Header("Accept", one(of: types)))
        }
    }

    private mutating func range() -> String {
        switch int(0..<3) {
        case 0: return "bytes=\(int(0..<20_000))-\(int(0..<40_000))"
        case 1: return chance(2) ? "bytes=-\(int(0..<40_000))" : "bytes=\(int(0..<40_000))-"
        default: return one(of: Self.ranges)
        }
    }

    private mutating func tag() -> String {
        switch int(0..<4) {
        case 0: return Self.tagMark
        case 1:
            return one(of: [
                "W/\(Self.tagMark)", "x\(Self.tagMark)", "\"a\", \(Self.tagMark)", "\(Self.tagMark) \"a\"",
                "\(Self.tagMark)x",
            ])
        default: return one(of: Self.tags)
        }
    }

    private static let bodies = [
        "{}", "", "[]", "null", #"{"last":"2s"}"#, #"{"last":2}"#, #"{"last":"1s","format":"both","name":"Goal"}"#,
        #"{"last":"1s","format":"mp3"}"#, #"{"start":"2026-01-01T00:00:04Z","duration":"1s","note":"é"}"#,
        #"{"last":"1s","last":"2s"}"#, #"{"last":{"a":1}}"#, #"{"last":"1s","messages":"Twin,nobody"}"#,
        #"{"last":"1s","name":"\u0000"}"#, #"{"last":"1s","name":"\ud800"}"#, #"{"last":1e999}"#, "{\"last\":\"1s\"",
    ]

    /// What is sent with a wish to save a clip.
    mutating func body() -> [UInt8] {
        var bytes = Array(one(of: Self.bodies).utf8)
        switch int(0..<6) {
        case 0 where !bytes.isEmpty: bytes[int(0..<bytes.count)] = UInt8.random(in: 0...255, using: &numbers)
        case 1: bytes = noise()
        case 2: bytes = Array(String(repeating: "{\"a\":[", count: int(1..<400)).utf8)
        default: break
        }
        return bytes
    }
}
