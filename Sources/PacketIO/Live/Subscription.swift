public import NetworkFormats

/// A flow to be received: a group and port, perhaps from certain sources only.
public struct Subscription: Hashable, Sendable {
    /// The most sources of a subscription; the kernel refuses more (net.ipv4.igmp_max_msf).
    public static let sourceLimit = 10

    /// The group and port; a host's own address is received without joining anything.
    public var group: Endpoint
    /// The senders to be received, of the group's family; empty for every sender.
    public var sources: [IPAddress]

    /// Datagrams to `group`, from `sources` unless that is empty.
    public init(group: Endpoint, sources: [IPAddress] = []) {
        self.group = group
        self.sources = sources
    }
}

extension Subscription: CustomStringConvertible {
    /// "239.1.1.1:5000", or "239.1.1.1:5000 from 10.0.0.1, 10.0.0.2".
    public var description: String {
        guard !sources.isEmpty else { return group.description }
        return "\(group) from " + sources.map(\.description).joined(separator: ", ")
    }
}
