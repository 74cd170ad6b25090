import Bytes

/// The checksum of IP, UDP and IGMP (RFC 1071).
enum InternetChecksum {
    /// The field to write for `sum`, the ones' complement sum of everything else.
    static func field(_ sum: UInt16) -> UInt16 { ~sum }

    /// Whether `bytes`, their own checksum included, add up.
    static func holds(_ bytes: RawSpan) -> Bool { bytes.onesComplementSum == 0xFFFF }

    /// The sum of a UDP datagram, header and payload, and of the pseudo-header before it (RFC 768; RFC 8200, 8.1).
    static func udp(_ datagram: RawSpan, from source: IPAddress, to destination: IPAddress) -> UInt16 {
        var sum = UInt64(datagram.onesComplementSum) + UInt64(IPProtocol.udp) + UInt64(datagram.byteCount)
        sum += words(source)
        sum += words(destination)
        return folded(sum)
    }

    /// A sum of words with its carries added in.
    static func folded(_ sum: UInt64) -> UInt16 {
        var sum = sum
        while sum > 0xFFFF { sum = sum >> 16 + sum & 0xFFFF }
        return UInt16(truncatingIfNeeded: sum)
    }

    /// The sum of an address, as numbers of 32 bits.
    static func words(_ address: IPAddress) -> UInt64 {
        let high = address.high >> 32 + address.high & 0xFFFF_FFFF
        return high + address.low >> 32 + address.low & 0xFFFF_FFFF
    }
}
