import CMicroHTTPD
import Glibc
import Synchronization

/// What the server knows of a connection beside the library.
final class ConnectionRecord: Sendable {
    let descriptor: Int32
    let remote: String
    /// When the connection is closed whatever it does, in nanoseconds; the largest number while an answer is made or sent.
    private let deadline: Atomic<Int64>
    /// Whether an answer broke off in the middle: nothing more can be said on the connection.
    private let isBroken = Atomic(false)

    init(descriptor: Int32, remote: String, deadline: Moment) {
        self.descriptor = descriptor
        self.remote = remote
        self.deadline = Atomic(deadline.nanoseconds)
    }

    func setDeadline(_ moment: Moment) { deadline.store(moment.nanoseconds, ordering: .relaxed) }

    func breakOff() { isBroken.store(true, ordering: .relaxed) }

    func isLate(at moment: Moment) -> Bool {
        isBroken.load(ordering: .relaxed) || deadline.load(ordering: .relaxed) < moment.nanoseconds
    }

    /// Address and port of a peer, as a person writes them.
    static func text(of peer: UnsafePointer<sockaddr>?) -> String {
        guard let peer else { return "unknown" }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        switch Int32(peer.pointee.sa_family) {
        case AF_INET:
            return peer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
                var bytes = address.pointee.sin_addr
                inet_ntop(AF_INET, &bytes, &text, socklen_t(text.count))
                return "\(spelled(text)):\(UInt16(bigEndian: address.pointee.sin_port))"
            }
        case AF_INET6:
            return peer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                var bytes = address.pointee.sin6_addr
                inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count))
                let port = UInt16(bigEndian: address.pointee.sin6_port)
                let mapped = "::ffff:"
                let host = spelled(text)
                return host.hasPrefix(mapped) && host.contains(".")
                    ? "\(host.dropFirst(mapped.count)):\(port)" : "[\(host)]:\(port)"
            }
        default: return "local"
        }
    }

    private static func spelled(_ text: [CChar]) -> String {
        String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
