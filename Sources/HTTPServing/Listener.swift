import Glibc

/// A listening socket, made here so that a person is told exactly why there is none.
struct Listener {
    let descriptor: Int32
    let port: UInt16

    /// Connections that the system accepts before we do.
    private static let backlog: Int32 = 4096

    init(_ address: ListenAddress) throws(ServerFailure) {
        let isSix = address.host.contains(":")
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(isSix ? AF_INET6 : AF_INET, kind, 0)
        guard descriptor >= 0 else { throw Self.failure(address) }
        Self.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        if isSix { Self.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, address.host == "::" ? 0 : 1) }
        guard Self.bind(descriptor, address), listen(descriptor, Self.backlog) == 0 else {
            let failure = Self.failure(address)
            close(descriptor)
            throw failure
        }
        self.descriptor = descriptor
        port = Self.port(of: descriptor)
    }

    private static func bind(_ descriptor: Int32, _ address: ListenAddress) -> Bool {
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = address.port.bigEndian
        if inet_pton(AF_INET, address.host, &four.sin_addr) == 1 {
            return withUnsafePointer(to: &four) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
        }
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = address.port.bigEndian
        guard inet_pton(AF_INET6, address.host, &six.sin6_addr) == 1 else {
            errno = EINVAL
            return false
        }
        return withUnsafePointer(to: &six) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
            }
        }
    }

    private static func port(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                guard getsockname(descriptor, $0, &size) == 0 else { return 0 }
                // The port lies at the same place for both families.
                return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    UInt16(bigEndian: $0.pointee.sin_port)
                }
            }
        }
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func failure(_ address: ListenAddress) -> ServerFailure {
        switch errno {
        case EADDRINUSE: .inUse(address.text)
        case EADDRNOTAVAIL, EAFNOSUPPORT: .notLocal(address.text)
        case EACCES, EPERM: .notPermitted(address.text)
        case EINVAL: .notAnAddress(address.text)
        default: .cannotListen(address.text, reason: String(cString: strerror(errno)))
        }
    }
}
