import Bytes

extension UDPFrame {
    /// Bytes of the IP and UDP headers before the payload of a datagram: 28, or 48 in IPv6.
    public static func headerLength(of header: DatagramHeader) -> Int { isIPv6(header) ? 48 : 28 }

    /// Whether one IP packet can carry the datagram.
    public static func fits(_ header: DatagramHeader) -> Bool {
        Int(header.wireLength) <= maximumPayload + (isIPv6(header) ? 20 : 0)
    }

    /// Writes the IP and UDP headers of a datagram that `fits`, checksums filled in, to the first bytes of `room`.
    ///
    /// The same bytes as those of `rawIP`, written in place. Lengths are those on the wire; the checksum of a payload that
    /// was cut is the one that it would have with zeros.
    public static func writeHeaders(
        of header: DatagramHeader, _ payload: RawSpan, into room: inout MutableRawSpan
    ) {
        let length = UInt16(truncatingIfNeeded: header.wireLength + 8)
        let udp: Int
        var sum = UInt64(payload.onesComplementSum) + UInt64(IPProtocol.udp) + 2 * UInt64(length)
        sum += UInt64(header.source.port) + UInt64(header.destination.port)
        if isIPv6(header) {
            let source = header.source.address.mapped
            let destination = header.destination.address.mapped
            sum += InternetChecksum.words(source) + InternetChecksum.words(destination)
            room.setBigEndian(UInt32(6) << 28 | UInt32(header.dscp & 63) << 22, at: 0)
            room.setBigEndian(length, at: 4)
            room.setByte(IPProtocol.udp, at: 6)
            room.setByte(header.ttl, at: 7)
            room.setBigEndian(source.high, at: 8)
            room.setBigEndian(source.low, at: 16)
            room.setBigEndian(destination.high, at: 24)
            room.setBigEndian(destination.low, at: 32)
            udp = 40
        } else {
            sum += InternetChecksum.words(header.source.address) + InternetChecksum.words(header.destination.address)
            writeIPv4(header, length, into: &room)
            udp = 20
        }
        room.setBigEndian(header.source.port, at: udp)
        room.setBigEndian(header.destination.port, at: udp + 2)
        room.setBigEndian(length, at: udp + 4)
        let folded = InternetChecksum.folded(sum)
        // A checksum of 0 would say that there is none.
        room.setBigEndian(folded == 0xFFFF ? 0xFFFF : ~folded, at: udp + 6)
    }

    private static func writeIPv4(_ header: DatagramHeader, _ length: UInt16, into room: inout MutableRawSpan) {
        let words: [5 of UInt32] = [
            UInt32(0x4500) << 16 | UInt32(header.dscp & 63) << 18 | UInt32(length + 20),
            // No identification: not to be fragmented (RFC 6864).
            0x4000,
            UInt32(header.ttl) << 24 | UInt32(IPProtocol.udp) << 16,
            UInt32(truncatingIfNeeded: header.source.address.low),
            UInt32(truncatingIfNeeded: header.destination.address.low),
        ]
        var sum: UInt64 = 0
        for index in words.indices {
            sum += UInt64(words[index] >> 16) + UInt64(words[index] & 0xFFFF)
            room.setBigEndian(words[index], at: index * 4)
        }
        room.setBigEndian(~InternetChecksum.folded(sum), at: 10)
    }

    private static func isIPv6(_ header: DatagramHeader) -> Bool {
        header.source.address.isIPv6 || header.destination.address.isIPv6
    }
}
