/// Why a frame, or one subframe of an aggregated 802.11 frame, gave no datagram.
enum FrameRefusal: Hashable, Sendable {
    /// Another network protocol: spanning tree, 802.11 authentication.
    case notIP
    /// ARP or RARP.
    case addressResolution
    /// Another transport than UDP, by its protocol number: TCP, ICMP, a tunnel.
    case transport(UInt8)
    /// A wrong checksum, when asked to be strict.
    case badChecksum
    /// The capture names a link layer that is not known here.
    case unknownLinkType
    /// A header contradicts itself or reaches past the end of what was on the wire.
    case malformed
    /// The capture cut the frame before the end of its headers.
    case truncatedHeader
    /// An 802.11 data frame encrypted on the air.
    case wlanEncrypted
    /// An 802.11 management frame.
    case wlanManagement
    /// An 802.11 control frame.
    case wlanControl
    /// An 802.11 data frame without data.
    case wlanNoData
    /// An 802.11 frame that was received damaged.
    case wlanBadFCS
    /// A fragment of an 802.11 frame.
    case wlanFragment
}
