import Foundation
import HTTPServing

/// A whole answer as it came over a socket.
struct WireAnswer {
    let status: Int
    /// The header fields in their order, names in small letters.
    let fields: [(name: String, value: String)]
    let body: [UInt8]

    /// Seconds after which a read gives up.
    private static let patience = 60
    private static let end: [UInt8] = [13, 10, 13, 10]

    /// Sends a request on a connection of its own and reads to its end; nil without an answer.
    init?(_ query: ClipQuery, port: UInt16) {
        var request = Array(query.method.rawValue.utf8) + [0x20] + query.target
        request += Array(" HTTP/1.1\r\nHost: test\r\nConnection: close\r\n".utf8)
        for field in query.headers { request += Array("\(field.name): \(field.value)\r\n".utf8) }
        if query.method == .post || query.method == .put {
            request += Array("Content-Length: \(query.body.count)\r\n".utf8)
        }
        guard let bytes = Self.exchange(request + [13, 10] + query.body, port) else { return nil }
        guard let split = bytes.firstRange(of: Self.end) else { return nil }
        let lines = String(decoding: bytes[..<split.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines.first?.split(separator: " ", maxSplits: 2) ?? []
        guard words.count > 1, words[0] == "HTTP/1.1", let status = Int(words[1]) else { return nil }
        self.status = status
        fields = lines.dropFirst().map { line in
            let name = line.prefix { $0 != ":" }
            return (name.lowercased(), String(line.dropFirst(name.count + 1).drop { $0 == " " }))
        }
        body = Array(bytes[split.upperBound...])
    }

    /// The value of a header field.
    func header(_ name: String) -> String? { fields.first { $0.name == name.lowercased() }?.value }

    private static func exchange(_ request: [UInt8], _ port: UInt16) -> [UInt8]? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var patience = timeval(tv_sec: patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { return nil }
        _ = request.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        var bytes: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &room, room.count, 0)
            guard count > 0 else { return count == 0 || errno == ECONNRESET ? bytes : nil }
            bytes += room[..<count]
        }
    }
}
