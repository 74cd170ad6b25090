public import Bytes

/// Writes UDP datagrams as the packets and frames that carry them, checksums filled in.
public enum UDPFrame {
    /// The longest payload of one IPv4 packet; in IPv6, whose own header does not count, 20 bytes more fit.
    public static let maximumPayload = 65_507

    /// Appends a bare IP packet (LINKTYPE_RAW); false, with nothing written, when the payload does not fit.
    ///
    /// It is IPv6 as soon as one of the addresses is; an IPv4 address beside it is written IPv4-mapped. `identification`
    /// is the IPv4 field; packets with 0 are marked as not to be fragmented (RFC 6864).
    @discardableResult
    public static func rawIP(
        source: Endpoint, destination: Endpoint, payload: RawSpan, ttl: UInt8 = 64, dscp: UInt8 = 0,
        identification: UInt16 = 0, into writer: inout ByteWriter
    ) -> Bool {
        let isIPv6 = source.address.isIPv6 || destination.address.isIPv6
        let length = payload.byteCount + 8
        guard length + (isIPv6 ? 0 : 20) <= 65_535 else { return false }
        if isIPv6 {
            let from = Endpoint(source.address.mapped, source.port)
            let to = Endpoint(destination.address.mapped, destination.port)
            writer.write(UInt32(6) << 28 | UInt32(dscp & 63) << 22)
            writer.write(UInt16(length))
            writer.write(IPProtocol.udp)
            writer.write(ttl)
            for address in [from.address, to.address] {
                writer.write(address.high)
                writer.write(address.low)
            }
            udp(from, to, payload, into: &writer)
        } else {
            let start = writer.count
            writer.write(UInt16(0x4500) | UInt16(dscp & 63) << 2)
            writer.write(UInt16(length + 20))
            writer.write(identification)
            writer.write(UInt16(identification == 0 ? 0x4000 : 0))
            writer.write(ttl)
            writer.write(IPProtocol.udp)
            writer.write(UInt16(0))
            writer.write(UInt32(truncatingIfNeeded: source.address.low))
            writer.write(UInt32(truncatingIfNeeded: destination.address.low))
            let sum = writer.bytes.lent.extracting(start..<(start + 20)).onesComplementSum
            writer.patch(~sum, at: start + 10)
            udp(source, destination, payload, into: &writer)
        }
        return true
    }

    /// Appends an Ethernet frame (LINKTYPE_ETHERNET) without FCS, padded to 60 bytes; false when the payload does not fit.
    ///
    /// Hardware addresses follow from the IP addresses: those of groups as IP prescribes, others made up and locally
    /// administered. With `vlan` (0…4095) the frame bears an 802.1Q tag.
    @discardableResult
    public static func ethernet(
        source: Endpoint, destination: Endpoint, payload: RawSpan, ttl: UInt8 = 64, dscp: UInt8 = 0,
        identification: UInt16 = 0, vlan: UInt16? = nil, into writer: inout ByteWriter
    ) -> Bool {
        let isIPv6 = source.address.isIPv6 || destination.address.isIPv6
        guard payload.byteCount <= maximumPayload + (isIPv6 ? 20 : 0) else { return false }
        let start = writer.count
        for address in [destination.address, source.address] {
            let hardware = hardwareAddress(of: address)
            writer.write(UInt16(truncatingIfNeeded: hardware >> 32))
            writer.write(UInt32(truncatingIfNeeded: hardware))
        }
        if let vlan {
            writer.write(UInt16(0x8100))
            writer.write(vlan & 0x0FFF)
        }
        writer.write(UInt16(isIPv6 ? 0x86DD : 0x0800))
        rawIP(
            source: source, destination: destination, payload: payload, ttl: ttl, dscp: dscp,
            identification: identification, into: &writer)
        writer.write(repeating: 0, count: start + 60 - writer.count)
        return true
    }

    /// The 48-bit hardware address of `address`: a group's (RFC 1112, 6.4; RFC 2464, 7), or 02:00 and its last 32 bits.
    static func hardwareAddress(of address: IPAddress) -> UInt64 {
        guard address.isMulticast else { return 0x0200_0000_0000 | address.low & 0xFFFF_FFFF }
        return address.isIPv6
            ? 0x3333_0000_0000 | address.low & 0xFFFF_FFFF
            : 0x0100_5E00_0000 | address.low & 0x7F_FFFF
    }

    private static func udp(
        _ source: Endpoint, _ destination: Endpoint, _ payload: RawSpan, into writer: inout ByteWriter
    ) {
        let start = writer.count
        writer.write(source.port)
        writer.write(destination.port)
        writer.write(UInt16(payload.byteCount + 8))
        writer.write(UInt16(0))
        writer.write(contentsOf: payload)
        let sum = InternetChecksum.udp(
            writer.bytes.lent.extracting(start..<writer.count), from: source.address, to: destination.address)
        // A checksum of 0 would say that there is none.
        writer.patch(sum == 0xFFFF ? 0xFFFF : ~sum, at: start + 6)
    }
}

extension IPAddress {
    /// The address itself, or for IPv4 its IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2).
    var mapped: Self { isIPv6 ? self : Self(v6: 0, 0xFFFF_0000_0000 | low) }
}
