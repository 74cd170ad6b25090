/// What the link layer of a frame carries.
enum LinkContent: Hashable, Sendable {
    /// An IPv4 packet.
    case ipv4(LinkCursor)
    /// An IPv6 packet.
    case ipv6(LinkCursor)
    /// Several 802.11 subframes (A-MSDU).
    case aggregate(LinkCursor)
    /// Nothing that is looked into.
    case refused(FrameRefusal)
}
