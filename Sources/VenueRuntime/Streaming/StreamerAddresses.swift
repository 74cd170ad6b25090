import Glibc
public import NetworkFormats
import PacketIO
public import VenueSettings

/// Which addresses the Streamers of a venue file send from on an interface.
public struct StreamerAddresses: Sendable {
    /// One for each Streamer.
    public private(set) var addresses: [IPAddress] = []
    /// What a person should know of them, one sentence each.
    public private(set) var notes: [String] = []

    /// The addresses of the Streamers of `file` in a capture: as it says, or 127.0.0.1 and up.
    public init(written file: VenueFile) {
        addresses = file.streamers.enumerated().map { $1.address ?? Self.loopback($0, isIPv6: Self.isIPv6(file, $0)) }
    }

    /// The addresses of the Streamers of `file` on `interface`.
    ///
    /// On the loopback interface one that is not this host's gives way to 127.0.0.1 and up, so that any venue can be
    /// rehearsed; elsewhere it is an error when its socket is opened.
    public init(sending file: VenueFile, on interface: String) {
        for (index, streamer) in file.streamers.enumerated() {
            let isIPv6 = Self.isIPv6(file, index)
            guard interface == "lo" else {
                addresses.append(
                    streamer.address ?? Self.address(of: interface, isIPv6: isIPv6) ?? .unspecified)
                continue
            }
            let own = Self.loopback(index, isIPv6: isIPv6)
            guard let address = streamer.address, address != own else {
                addresses.append(own)
                continue
            }
            if Self.isOwn(address) {
                addresses.append(address)
            } else {
                addresses.append(own)
                notes.append("\(address) is not an address of this host: Streamer \(streamer.id) sends from \(own)")
            }
        }
    }

    private static func isIPv6(_ file: VenueFile, _ streamer: Int) -> Bool {
        file.channels.first { $0.streamer == streamer }?.destination.address.isIPv6 ?? false
    }

    private static func loopback(_ index: Int, isIPv6: Bool) -> IPAddress {
        isIPv6 ? IPAddress(v6: 0, 1) : IPAddress(v4: 0x7f00_0001 + UInt32(index % 250))
    }

    /// Whether a socket of this host can send from `address`.
    private static func isOwn(_ address: IPAddress) -> Bool {
        do throws(SenderFailure) {
            _ = try MulticastSender(interface: "lo", source: address)
            return true
        } catch {
            return false
        }
    }

    /// The first address of `interface`; nil when it has none.
    private static func address(of interface: String, isIPv6: Bool) -> IPAddress? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        var next = list
        while let entry = next {
            next = entry.pointee.ifa_next
            guard let address = entry.pointee.ifa_addr, String(cString: entry.pointee.ifa_name) == interface else {
                continue
            }
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let family = Int32(address.pointee.sa_family)
            guard family == (isIPv6 ? AF_INET6 : AF_INET) else { continue }
            let length = socklen_t(
                isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
            guard getnameinfo(address, length, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0 else {
                continue
            }
            let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if let found = IPAddress(String(text.prefix { $0 != "%" })) { return found }
        }
        return nil
    }
}
