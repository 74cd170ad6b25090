/// What the first bytes of a frame are: a LINKTYPE value as captures store it (draft-ietf-opsawg-pcaplinktype).
public struct LinkType: RawRepresentable, Hashable, Sendable {
    /// The LINKTYPE value.
    public var rawValue: UInt32

    /// The link type of a LINKTYPE value.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// BSD loopback: a family in the writer's byte order.
    public static let null = Self(rawValue: 0)
    /// Ethernet.
    public static let ethernet = Self(rawValue: 1)
    /// An IPv4 or IPv6 packet and nothing before it.
    public static let raw = Self(rawValue: 101)
    /// OpenBSD loopback: a family in network byte order.
    public static let loop = Self(rawValue: 108)
    /// Linux cooked capture, version 1.
    public static let linuxCooked = Self(rawValue: 113)
    /// Linux cooked capture, version 2.
    public static let linuxCooked2 = Self(rawValue: 276)
}

extension LinkType: CustomStringConvertible {
    /// The name that tcpdump gives the link type, such as "EN10MB"; "LINKTYPE_n" when it has none.
    public var description: String { Self.names[rawValue] ?? "LINKTYPE_\(rawValue)" }

    /// From `pcap_datalink_val_to_name`; 12 and 101 are both raw IP, as systems differ in what they store.
    private static let names: [UInt32: String] = [
        0: "NULL", 1: "EN10MB", 6: "IEEE802", 7: "ARCNET", 8: "SLIP", 9: "PPP", 10: "FDDI", 12: "RAW",
        50: "PPP_SERIAL", 51: "PPP_ETHER", 101: "RAW", 104: "C_HDLC", 105: "IEEE802_11", 107: "FRELAY", 108: "LOOP",
        109: "ENC", 113: "LINUX_SLL", 117: "PFLOG", 119: "PRISM_HEADER", 122: "IP_OVER_FC", 127: "IEEE802_11_RADIO",
        129: "ARCNET_LINUX", 138: "APPLE_IP_OVER_IEEE1394", 143: "DOCSIS", 144: "LINUX_IRDA",
        163: "IEEE802_11_RADIO_AVS", 166: "PPP_PPPD", 187: "BLUETOOTH_HCI_H4", 189: "USB_LINUX", 190: "CAN20B",
        192: "PPI", 195: "IEEE802_15_4", 201: "BLUETOOTH_HCI_H4_WITH_PHDR", 220: "USB_LINUX_MMAPPED", 226: "IPNET",
        228: "IPV4", 229: "IPV6", 239: "NFLOG", 240: "NETANALYZER", 242: "IPOIB", 243: "MPEG_2_TS", 247: "INFINIBAND",
        249: "USBPCAP", 251: "BLUETOOTH_LE_LL", 253: "NETLINK", 276: "LINUX_SLL2",
    ]
}
