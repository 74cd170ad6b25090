import Glibc

/// A connection to the server that does what good clients do not.
final class FaultClient {
    /// Seconds after which a read gives up.
    private static let patience = 30
    private static let segmentLength: Int32 = 1_460

    private let descriptor: Int32

    /// Connects; nil when that is impossible.
    ///
    /// `window` is how many bytes the system takes in for a reader that is slow.
    init?(port: UInt16, window: Int32? = nil) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        if var window {
            // Segments as on a wire: with those of loopback the system would take in megabytes before the reader is slow.
            var segment = Self.segmentLength
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_MAXSEG, &segment, socklen_t(MemoryLayout<Int32>.size))
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size))
        }
        var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Sends all of `text`; false when the server has closed the connection.
    @discardableResult
    func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Connects and asks for `path` at once, before the server could lose its patience.
    convenience init?(port: UInt16, window: Int32? = nil, asking path: String) {
        self.init(port: port, window: window)
        get(path)
    }

    @discardableResult
    func get(_ path: String, isLast: Bool = false) -> Bool {
        send("GET \(path) HTTP/1.1\r\nHost: faults\r\n\(isLast ? "Connection: close\r\n" : "")\r\n")
    }

    /// Some bytes, at least one and at most `count`; none at the end of the connection.
    func take(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { room, taken in
            taken = max(0, recv(descriptor, room.baseAddress, count, 0))
        }
    }

    /// Takes some bytes into `room` and tells how many; 0 at the end of the connection.
    func take(into room: UnsafeMutableRawBufferPointer) -> Int {
        max(0, recv(descriptor, room.baseAddress, room.count, 0))
    }

    /// Takes the first `count` bytes, at least those of the first line; false when they are no answer with status 200.
    func takesAnswer(of count: Int) -> Bool {
        var taken: [UInt8] = []
        while taken.count < count {
            let some = take(count - taken.count)
            taken += some
            if some.isEmpty || taken.count >= 12 && !taken.starts(with: "HTTP/1.1 200".utf8) { return false }
        }
        return true
    }

    /// Everything until the server closes the connection.
    func rest() -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let some = take(1 << 16)
            if some.isEmpty { return all }
            all += some
        }
    }

    /// Whether the server has closed the connection; does not wait.
    var isClosed: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
        return count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
    }

    /// Makes the closing of the connection a reset.
    func resetsWhenClosed() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}

@available(*, unavailable)
extension FaultClient: Sendable {}
