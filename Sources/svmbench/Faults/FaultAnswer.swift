/// A whole answer of the server.
struct FaultAnswer {
    var status: Int
    var head: String
    var body: [UInt8]
    /// Seconds from the connection to the last byte.
    var seconds: Double

    /// Asks for `path` on a connection of its own; nil when there is no whole answer.
    static func of(_ path: String, port: UInt16) -> FaultAnswer? {
        var bytes: [UInt8] = []
        let took = Measure.seconds {
            guard let client = FaultClient(port: port), client.get(path, isLast: true) else { return }
            bytes = client.rest()
        }
        return FaultAnswer(bytes, seconds: took)
    }

    private init?(_ bytes: [UInt8], seconds: Double) {
        let end: [UInt8] = [13, 10, 13, 10]
        guard let split = bytes.firstRange(of: end) else { return nil }
        head = String(decoding: bytes[..<split.lowerBound], as: UTF8.self)
        body = Array(bytes[split.upperBound...])
        self.seconds = seconds
        let words = head.split(separator: " ", maxSplits: 2)
        guard words.count > 1, let status = Int(words[1]) else { return nil }
        self.status = status
        if let length = value(of: "Content-Length").flatMap({ Int($0) }), length != body.count { return nil }
    }

    /// The value of a header field; nil when it is not there.
    func value(of name: String) -> String? {
        for line in head.split(separator: "\r\n").dropFirst() {
            guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name.lowercased() else {
                continue
            }
            return String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        return nil
    }

    var text: String { String(decoding: body, as: UTF8.self) }
}
