/// Kinds of datagrams that belong to no channel, told apart as well as a port and a few bytes allow.
///
/// Only the sentence that says what a capture without channels holds depends on it. Raw values are that sentence's words.
public enum OtherTraffic: String, Hashable, Sendable, CaseIterable {
    /// RTP packets of which no two followed each other.
    case unconfirmedRTP = "RTP-like"
    /// A known stream's packet whose padding or extension does not fit.
    case malformedRTP = "malformed RTP"
    /// RTCP of no channel that we know.
    case rtcp = "RTCP"
    /// Streams beyond a table's limit.
    case tableFull = "beyond the flow table"
    /// Datagrams without payload.
    case empty
    /// SRT and UDT.
    case srt = "SRT/UDT"
    /// STUN and TURN.
    case stun = "STUN"
    /// DTLS.
    case dtls = "DTLS"
    /// QUIC.
    case quic = "QUIC"
    /// ALC, LCT, FLUTE and ROUTE objects.
    case alc = "ALC/LCT/FLUTE"
    /// MPEG Media Transport.
    case mmt = "MMTP"
    /// Precision Time Protocol.
    case ptp = "PTP"
    /// Network Time Protocol.
    case ntp = "NTP"
    /// DNS.
    case dns = "DNS"
    /// Multicast DNS.
    case mdns = "mDNS"
    /// Link-local multicast name resolution.
    case llmnr = "LLMNR"
    /// Simple Service Discovery Protocol, and WS-Discovery.
    case ssdp = "SSDP"
    /// Session Initiation Protocol.
    case sip = "SIP"
    /// DHCP and DHCPv6.
    case dhcp = "DHCP"
    /// TFTP.
    case tftp = "TFTP"
    /// NetBIOS names and datagrams.
    case netbios = "NetBIOS"
    /// SNMP.
    case snmp = "SNMP"
    /// Syslog.
    case syslog
    /// Routing: RIP, HSRP and their like.
    case routing
    /// VXLAN, GTP, L2TP and other tunnels.
    case tunnel
    /// IKE and IPsec in UDP.
    case ike = "IKE/IPsec"
    /// RADIUS.
    case radius = "RADIUS"
    /// Anything else.
    case unknown
}
