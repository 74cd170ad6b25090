import Glibc

/// Fetches one answer on a connection of its own, into memory that is used again.
struct ClipClient {
    /// What came.
    struct Fetched {
        var status = 0
        var head = ""
        /// Bytes of the body.
        var count = 0
        /// The first bytes of the body.
        var first: [UInt8] = []
        /// Seconds until the first byte of the body, and until the last one.
        var firstByte = 0.0
        var seconds = 0.0

        /// The value of a header field; nil when it is not there.
        func value(of name: String) -> Substring? {
            for line in head.split(separator: "\r\n").dropFirst() {
                guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name else { continue }
                return line[line.index(after: colon)...].drop { $0 == " " }
            }
            return nil
        }

        /// Whether all of the body came.
        var isWhole: Bool { value(of: "content-length").flatMap { Int($0) } == count }
    }

    let port: UInt16
    private var room = [UInt8](repeating: 0, count: 512 << 10)

    private static let end: [UInt8] = [13, 10, 13, 10]
    private static let kept = 64

    init(port: UInt16) { self.port = port }

    /// Asks for `path`, its time counted from `start` by the steady clock; nil when no answer comes.
    mutating func get(
        _ path: String, method: String = "GET", fields: String = "", body: String = "", since start: Double? = nil
    ) -> Fetched? {
        let begin = start ?? Measure.now
        guard let connection = FaultClient(port: port),
            connection.send(
                "\(method) \(path) HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\(fields)\r\n\(body)")
        else { return nil }
        var fetched = Fetched()
        var head: [UInt8] = []
        while true {
            let count = room.withUnsafeMutableBytes { connection.take(into: $0) }
            guard count > 0 else { break }
            if fetched.head.isEmpty {
                head += room[..<count]
                guard let split = head.firstRange(of: Self.end) else { continue }
                fetched.head = String(decoding: head[..<split.lowerBound], as: UTF8.self)
                fetched.count = head.count - split.upperBound
                fetched.first = Array(head[split.upperBound...].prefix(Self.kept))
            } else {
                if fetched.first.count < Self.kept { fetched.first += room[..<count].prefix(Self.kept) }
                fetched.count += count
            }
            if fetched.firstByte == 0, fetched.count > 0 { fetched.firstByte = Measure.now - begin }
        }
        fetched.seconds = Measure.now - begin
        let words = fetched.head.split(separator: " ", maxSplits: 2)
        guard words.count > 1, let status = Int(words[1]) else { return nil }
        fetched.status = status
        return fetched
    }
}
