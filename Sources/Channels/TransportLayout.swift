import Bytes

/// Recognizes a run of transport stream packets (ISO/IEC 13818-1, 2.4.3.2).
enum TransportLayout {
    static let sync: UInt8 = 0x47
    static let packetLength = 188
    /// With the 16 Reed-Solomon bytes of DVB-ASI and broadcast chains.
    static let longPacketLength = 204
    /// The 6 bytes (SBN, ESI, k) that our native FEC puts behind a source packet (RFC 6865).
    static let trailerLength = 6
    /// Packets in a row whose sync bytes alone are proof enough.
    private static let provenCount = 3

    /// The packet length, 188 or 204, when `range` of `bytes` is whole packets, of which the first ones were stored;
    /// nil when it is anything else.
    ///
    /// `wireLength` is the run's length before the capture cut it. With `isRTP` the native trailer may follow, with
    /// `isDeclared` (payload type 33) anything that is shorter than a packet.
    static func packetLength(
        of bytes: RawSpan, in range: Range<Int>, wireLength: Int, isRTP: Bool = false, isDeclared: Bool = false
    ) -> Int? {
        guard range.count >= 4, bytes.byte(at: range.lowerBound) == sync else { return nil }
        for length in [packetLength, longPacketLength] where wireLength >= length {
            let rest = wireLength % length
            let hasTrailer = isRTP && length == packetLength && rest == trailerLength
            guard rest == 0 || hasTrailer || isDeclared else { continue }
            if isRun(bytes, range, length: length, count: wireLength / length) { return length }
        }
        return nil
    }

    /// Whether a datagram of a known raw stream still is one: whole packets, at least one of them with its sync byte.
    static func isDamagedRun(_ bytes: RawSpan, length: Int, wireLength: Int) -> Bool {
        guard wireLength >= length, wireLength % length == 0 else { return false }
        return stride(from: 0, to: bytes.byteCount, by: length).contains { bytes.byte(at: $0) == sync }
    }

    private static func isRun(_ bytes: RawSpan, _ range: Range<Int>, length: Int, count: Int) -> Bool {
        var start = range.lowerBound
        var seen = 0
        var isPlausible = true
        while seen < count, start < range.upperBound {
            guard bytes.byte(at: start) == sync else { return false }
            isPlausible = isPlausible && hasPlausibleHeader(bytes, start, range.upperBound)
            seen += 1
            start += length
        }
        return seen >= provenCount || isPlausible
    }

    /// Whether the adaptation field fits, as in text that begins with "G" it does not.
    private static func hasPlausibleHeader(_ bytes: RawSpan, _ start: Int, _ end: Int) -> Bool {
        guard start + 5 <= end else { return true }
        let fieldLength = bytes.byte(at: start + 4)
        return switch bytes.byte(at: start + 3) >> 4 & 3 {
        case 0: false
        case 1: true
        case 2: fieldLength == 183
        default: fieldLength <= 182
        }
    }
}
