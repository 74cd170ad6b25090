/// What the fragments of one packet have in common (RFC 791; RFC 8200, 4.5).
struct FragmentKey: Hashable, Sendable {
    /// Who sent the packet.
    var source: IPAddress
    /// Where it was sent to.
    var destination: IPAddress
    /// The number that the sender gave the packet.
    var identification: UInt32
    /// The IPv4 protocol; in IPv6, where it does not count, the number of the fragment header.
    var protocolNumber: UInt8
}
