import Glibc

/// A reader of server-sent events over a socket.
final class EventReader {
    private let descriptor: Int32

    /// Asks for `target` of the server at `port`; with `room` the socket holds no more than that.
    init(port: UInt16, _ target: String, method: String = "GET", fields: String = "", room: Int32? = nil) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var room { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &room, 4) }
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        let text = "\(method) \(target) HTTP/1.1\r\nHost: test\r\n\(fields)\r\n"
        _ = send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    }

    deinit { close(descriptor) }

    /// Reads until `isEnough` of all that came, or the server ends it; what came.
    func read(until isEnough: (String) -> Bool) -> String {
        var bytes: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 16_384)
        while !isEnough(String(decoding: bytes, as: UTF8.self)) {
            let count = recv(descriptor, &room, room.count, 0)
            guard count > 0 else { break }
            bytes += room[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
