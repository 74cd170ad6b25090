import Foundation
import NetworkFormats

/// Sends to IPv4 groups over loopback with any DSCP: plain socket calls.
final class PlainSender {
    private struct Failure: Error {
        var call: String
        var reason = String(cString: strerror(errno))
    }

    private let descriptor: Int32

    init(from source: Endpoint, ttl: UInt8, dscp: UInt8) throws {
        descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(call: "socket") }
        var interface = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
        var hops = Int32(ttl)
        var service = Int32(dscp) << 2
        let size = socklen_t(MemoryLayout<Int32>.size)
        guard setsockopt(descriptor, Int32(IPPROTO_IP), IP_MULTICAST_IF, &interface, size) == 0,
            setsockopt(descriptor, Int32(IPPROTO_IP), IP_MULTICAST_TTL, &hops, size) == 0,
            setsockopt(descriptor, Int32(IPPROTO_IP), IP_TOS, &service, size) == 0
        else { throw Failure(call: "setsockopt") }
        let bound = Self.with(source) { bind(descriptor, $0, $1) }
        guard bound == 0 else { throw Failure(call: "bind") }
    }

    deinit { close(descriptor) }

    func send(_ payload: [UInt8], to destination: Endpoint) throws {
        let sent = Self.with(destination) { sendto(descriptor, payload, payload.count, 0, $0, $1) }
        guard sent == payload.count else { throw Failure(call: "sendto") }
    }

    private static func with<Result>(
        _ endpoint: Endpoint, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = endpoint.port.bigEndian
        address.sin_addr.s_addr = UInt32(truncatingIfNeeded: endpoint.address.low).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
