/// A response as a client reads it (RFC 9112).
struct Reply {
    var status: Int
    var fields: [(name: String, value: String)]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    subscript(_ name: String) -> String? { fields.first { $0.name.lowercased() == name.lowercased() }?.value }

    /// All fields but the date, which may differ from one response to the next.
    var undated: [String] { fields.filter { $0.name != "Date" }.map { "\($0.name): \($0.value)" } }

    /// Reads a whole response from the front of `bytes` and tells its length; nil while it is not complete.
    static func parse(_ bytes: [UInt8], hasNoBody: Bool) -> (Reply, Int)? {
        guard let head = end(of: [13, 10, 13, 10], in: bytes, from: 0) else { return nil }
        let lines = String(decoding: bytes[..<(head - 4)], as: UTF8.self).split(separator: "\r\n")
        guard let first = lines.first, let status = Int(first.split(separator: " ").dropFirst().first ?? "") else {
            return nil
        }
        let fields = lines.dropFirst().map { line -> (name: String, value: String) in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (String(parts[0]), parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
        }
        var reply = Reply(status: status, fields: fields, body: [])
        if hasNoBody || status == 204 || status == 304 { return (reply, head) }
        if reply["Transfer-Encoding"] == "chunked" {
            guard let (body, length) = chunks(bytes, from: head) else { return nil }
            reply.body = body
            return (reply, length)
        }
        let count = reply["Content-Length"].flatMap { Int($0) } ?? 0
        guard bytes.count >= head + count else { return nil }
        reply.body = Array(bytes[head..<(head + count)])
        return (reply, head + count)
    }

    private static func chunks(_ bytes: [UInt8], from start: Int) -> ([UInt8], Int)? {
        var body: [UInt8] = []
        var place = start
        while let line = end(of: [13, 10], in: bytes, from: place) {
            guard let count = Int(String(decoding: bytes[place..<(line - 2)], as: UTF8.self), radix: 16),
                bytes.count >= line + count + 2
            else { return nil }
            body += bytes[line..<(line + count)]
            place = line + count + 2
            if count == 0 { return (body, place) }
        }
        return nil
    }

    private static func end(of mark: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        var place = start
        while place + mark.count <= bytes.count {
            if bytes[place] == mark[0], Array(bytes[place..<(place + mark.count)]) == mark { return place + mark.count }
            place += 1
        }
        return nil
    }
}
