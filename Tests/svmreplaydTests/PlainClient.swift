import Foundation
import Glibc

/// A connection to a server on the loopback interface that sends requests and reads answers with a length.
final class PlainClient {
    private let descriptor: Int32

    /// Connects; nil when nobody is there.
    init?(port: UInt16) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var patience = timeval(tv_sec: 10, tv_usec: 0)
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
        guard isConnected else {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }

    /// Sends a request and gives the status and the body of its answer; nil when there is no whole answer.
    func ask(_ method: String, _ target: String, body: [UInt8] = []) -> (status: Int, body: [UInt8])? {
        let head =
            "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.count)\r\n\r\n"
        let bytes = Array(head.utf8) + body
        let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count == bytes.count else { return nil }
        var got: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let end = Self.end(of: got) {
                let lines = String(decoding: got[..<end], as: UTF8.self).components(separatedBy: "\r\n")
                let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
                let length = lines.first { $0.lowercased().hasPrefix("content-length:") }
                    .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
                if got.count >= end + 4 + (length ?? 0) { return (status, Array(got[(end + 4)...])) }
            }
            let more = recv(descriptor, &room, room.count, 0)
            guard more > 0 else { return nil }
            got += room[..<more]
        }
    }

    /// Where the empty line of a head stands.
    private static func end(of bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (0...(bytes.count - 4)).first { bytes[$0..<($0 + 4)].elementsEqual([0x0d, 0x0a, 0x0d, 0x0a]) }
    }
}
