/// What a frame decoder did with the frames it was given.
public struct FrameCounters: Hashable, Sendable {
    /// Frames given.
    public var frames = 0
    /// UDP datagrams given to the sink.
    public var datagrams = 0
    /// IGMP and MLD messages understood; one may tell of several groups.
    public var membershipMessages = 0

    /// Frames of another network protocol.
    public var notIP = 0
    /// Packets of another transport: TCP, ICMP, tunnels.
    public var notUDP = 0
    /// What `notUDP` is made of.
    public var transports = TransportTally()
    /// What of `notIP` is address resolution (ARP, RARP).
    public var addressResolution = 0
    /// IP fragments that have not become part of a whole datagram, those still waiting included.
    public var fragment = 0
    /// Datagrams left out for a wrong checksum, which happens only when asked for.
    public var badChecksum = 0
    /// Frames whose link layer is not known here.
    public var unknownLinkType = 0
    /// Headers that contradict themselves or reach past the end of what was on the wire.
    public var malformed = 0
    /// Frames that the capture cut before the end of their headers.
    public var truncatedHeader = 0
    /// 802.11 data frames encrypted on the air.
    public var wlanEncrypted = 0
    /// 802.11 management frames.
    public var wlanManagement = 0
    /// 802.11 control frames.
    public var wlanControl = 0
    /// 802.11 data frames without data.
    public var wlanNoData = 0
    /// 802.11 frames received damaged.
    public var wlanBadFCS = 0
    /// Fragments of 802.11 frames, which are not joined.
    public var wlanFragment = 0

    /// Frames that the capture cut short.
    public var truncatedFrames = 0
    /// Uncut datagrams with a wrong UDP or IPv4 checksum, given to the sink or not.
    public var checksumMismatches = 0
    /// Packets whose IP or UDP length is more than the wire held; the datagram is given with what there was.
    public var lengthMismatches = 0
    /// IP fragments that became part of a whole datagram.
    public var fragmentsReassembled = 0
    /// Datagrams put together from fragments.
    public var datagramsReassembled = 0

    /// Nothing counted yet.
    public init() {}

    /// The reasons why frames gave no datagram, in a fixed order, with their counts; zeros included.
    public var skipped: [(name: String, count: Int)] {
        [
            ("notIP", notIP), ("notUDP", notUDP), ("fragment", fragment), ("badChecksum", badChecksum),
            ("unknownLinkType", unknownLinkType), ("malformed", malformed), ("truncatedHeader", truncatedHeader),
            ("wlanEncrypted", wlanEncrypted), ("wlanManagement", wlanManagement), ("wlanControl", wlanControl),
            ("wlanNoData", wlanNoData), ("wlanBadFCS", wlanBadFCS), ("wlanFragment", wlanFragment),
        ]
    }

    /// What else was seen, in a fixed order; zeros included.
    public var facts: [(name: String, count: Int)] {
        [
            ("truncatedFrames", truncatedFrames), ("checksumMismatches", checksumMismatches),
            ("lengthMismatches", lengthMismatches), ("fragmentsReassembled", fragmentsReassembled),
            ("datagramsReassembled", datagramsReassembled),
        ]
    }

    /// What the frames without a datagram were, the most frequent first within each layer; only what was there.
    public var contents: [(name: String, count: Int)] {
        let layers: [(name: String, count: Int)] =
            transports.ranked + [
                ("group membership", membershipMessages), ("ARP", addressResolution),
                ("not IP", notIP - addressResolution), ("of an unknown link type", unknownLinkType),
                ("IP fragment without the rest", fragment), ("malformed", malformed),
                ("cut in their headers", truncatedHeader),
                ("with a wrong checksum", badChecksum), ("encrypted 802.11", wlanEncrypted),
                ("802.11 management", wlanManagement), ("802.11 control", wlanControl),
                ("802.11 without data", wlanNoData),
                ("damaged 802.11", wlanBadFCS), ("802.11 fragment", wlanFragment),
            ]
        return layers.filter { $0.count > 0 }
    }

    /// Every counter in a fixed order: what was given, what was skipped, what else was seen.
    public var all: [(name: String, count: Int)] {
        let given = [("frames", frames), ("datagrams", datagrams), ("membershipMessages", membershipMessages)]
        return given.map { (name: $0.0, count: $0.1) } + skipped + facts
    }

    mutating func count(_ refusal: FrameRefusal) {
        switch refusal {
        case .notIP: notIP += 1
        case .addressResolution:
            notIP += 1
            addressResolution += 1
        case .transport(let number):
            notUDP += 1
            transports.count(number)
        case .badChecksum: badChecksum += 1
        case .unknownLinkType: unknownLinkType += 1
        case .malformed: malformed += 1
        case .truncatedHeader: truncatedHeader += 1
        case .wlanEncrypted: wlanEncrypted += 1
        case .wlanManagement: wlanManagement += 1
        case .wlanControl: wlanControl += 1
        case .wlanNoData: wlanNoData += 1
        case .wlanBadFCS: wlanBadFCS += 1
        case .wlanFragment: wlanFragment += 1
        }
    }
}
