import Glibc

/// A socket to a server, driven byte by byte.
final class RawClient {
    let descriptor: Int32
    private var received: [UInt8] = []

    /// Seconds after which a read gives up, so that a broken server fails a test instead of stopping it.
    private static let patience = 10

    init(port: UInt16) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    deinit { close(descriptor) }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends all of it; false when the server has closed the connection.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    func get(_ path: String, _ fields: String = "") { send("GET \(path) HTTP/1.1\r\nHost: test\r\n\(fields)\r\n") }

    /// Reads some bytes; false at the end of the connection.
    private func more() -> Bool {
        var room = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &room, room.count, 0)
        guard count > 0 else { return false }
        received.append(contentsOf: room[..<count])
        return true
    }

    /// Whether the server closes the connection, whatever it says before.
    func isClosedByServer() -> Bool {
        while true {
            var byte: UInt8 = 0
            let count = recv(descriptor, &byte, 1, 0)
            if count == 0 || (count < 0 && errno == ECONNRESET) { return true }
            if count < 0 { return false }
        }
    }

    /// The next response, whole; nil when the connection ends before.
    func reply(toHead: Bool = false) -> Reply? {
        while true {
            if let (reply, length) = Reply.parse(received, hasNoBody: toHead) {
                received.removeFirst(length)
                return reply
            }
            if !more() { return nil }
        }
    }

    /// As many bytes of the connection as asked for, or what there is.
    func take(_ count: Int) -> [UInt8] {
        while received.count < count, more() {}
        defer { received.removeFirst(min(count, received.count)) }
        return Array(received.prefix(count))
    }
}
