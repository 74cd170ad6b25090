/// IP packets that carry no UDP, by what they carry instead.
public struct TransportTally: Hashable, Sendable {
    /// Packets by protocol number (IANA, Assigned Internet Protocol Numbers).
    private var counts: [UInt8: Int] = [:]

    /// Nothing counted yet.
    public init() {}

    /// Names and counts, the most frequent first.
    public var ranked: [(name: String, count: Int)] {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { (Self.name(of: $0.key), $0.value) }
    }

    mutating func count(_ number: UInt8) { counts[number, default: 0] += 1 }

    private static func name(of number: UInt8) -> String {
        switch number {
        case 1: "ICMP"
        case IPProtocol.igmp: "IGMP"
        case 4, 41: "IP in IP"
        case 6: "TCP"
        case IPProtocol.udp: "UDP in fragments"
        case 46: "RSVP"
        case 47: "GRE"
        case 50: "ESP"
        case IPProtocol.icmpV6: "ICMPv6"
        case 88: "EIGRP"
        case 89: "OSPF"
        case 103: "PIM"
        case 112: "VRRP"
        case 132: "SCTP"
        default: "IP protocol \(number)"
        }
    }
}
