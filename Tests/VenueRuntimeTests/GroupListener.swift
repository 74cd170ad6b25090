import Glibc

/// A plain socket that has joined a group on the loopback interface.
final class GroupListener {
    private let descriptor: Int32

    /// Joins `group`, an IPv4 address, and listens at `port`.
    init?(group: UInt32, port: UInt16) {
        descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = group.bigEndian
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        var request = ip_mreqn()
        request.imr_multiaddr.s_addr = group.bigEndian
        request.imr_ifindex = Int32(if_nametoindex("lo"))
        let joined = setsockopt(
            descriptor, Int32(IPPROTO_IP), IP_ADD_MEMBERSHIP, &request,
            socklen_t(MemoryLayout<ip_mreqn>.size))
        guard isBound == 0, joined == 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// The next datagram; nil when none comes for `milliseconds`.
    func next(within milliseconds: Int32 = 20_000) -> [UInt8]? {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, milliseconds) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 2_048)
        let length = recv(descriptor, &bytes, bytes.count, 0)
        return length < 0 ? nil : Array(bytes[..<length])
    }
}

@available(*, unavailable)
extension GroupListener: Sendable {}
