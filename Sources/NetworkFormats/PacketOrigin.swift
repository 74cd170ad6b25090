import Timing

/// What the IP header of a packet tells about the datagram inside.
struct PacketOrigin: Hashable, Sendable {
    /// Who sent it.
    var source: IPAddress
    /// Where it was sent to.
    var destination: IPAddress
    /// IP time to live or hop limit.
    var ttl: UInt8
    /// Differentiated-services code point.
    var dscp: UInt8
    /// When the frame that completed it arrived.
    var moment: Moment
    /// Whether an IPv4 header checksum was wrong.
    var hasWrongChecksum = false
    /// Whether the IP header states more bytes than the wire held.
    var hasWrongLength = false
    /// Whether a routing header hides the address that the UDP checksum covers.
    var isSourceRouted = false
}
