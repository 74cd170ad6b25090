import Bytes
import Evidence
import TransportStream

/// Keeps the continuity counters of a stream that jumps legal: where a PID's counter does not go on at a jump, a packet that
/// says so is put before it (ISO/IEC 13818-1, 2.4.3.5, `discontinuity_indicator`).
///
/// What is missing elsewhere stays missing.
struct ContinuityCounters {
    private static let length = TransportPacketHeader.packetLength

    /// The last counter of each PID that was sent.
    private var last: [UInt16: UInt8] = [:]
    /// PIDs of which nothing has come since the last jump.
    private var waiting: Set<UInt16> = []

    /// What comes now does not follow what came before.
    mutating func jump() { waiting = Set(last.keys) }

    /// Whole packets with what has to be put between them.
    mutating func joined(_ packets: SliceList) -> SliceList {
        var result = SliceList()
        for slice in packets.slices {
            var start = slice.range.lowerBound
            var place = start
            while place + Self.length <= slice.range.upperBound {
                let word: UInt32 = slice.slab.bytes(in: place..<(place + 4)).bigEndian(at: 0)
                if let header = discontinuity(before: TransportPacketHeader(word: word)) {
                    if place > start { result.append(SlabSlice(slice.slab, start..<place)) }
                    result.append(contentsOf: SliceList(copying: Self.packet(header)))
                    start = place
                }
                place += Self.length
            }
            result.append(SlabSlice(slice.slab, start..<slice.range.upperBound))
        }
        return result
    }

    /// Takes a packet's counter into account; gives the header of the packet that has to come before it, if one has.
    private mutating func discontinuity(before header: TransportPacketHeader) -> TransportPacketHeader? {
        guard header.pid != TransportPacketHeader.nullPID else { return nil }
        let isFirst = waiting.remove(header.pid) != nil
        let known = last.updateValue(header.continuityCounter, forKey: header.pid)
        // Packets without payload repeat the counter of the one before.
        let before = header.hasPayload ? (header.continuityCounter &- 1) & 15 : header.continuityCounter
        guard isFirst, let known, known != before else { return nil }
        return TransportPacketHeader(
            pid: header.pid, continuityCounter: before, hasAdaptationField: true, hasPayload: false)
    }

    /// A packet with nothing but an adaptation field that tells a discontinuity.
    private static func packet(_ header: TransportPacketHeader) -> [UInt8] {
        let word = header.word
        let head = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } + [183, 0x80]
        return head + [UInt8](repeating: 0xFF, count: length - head.count)
    }
}
