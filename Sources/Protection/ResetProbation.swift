import NetworkFormats
import Timing

/// Packets far from the numbering, held until it is clear whether the sender began anew (RFC 3550, A.1).
///
/// A restart needs two packets in sequence and then a number of packets none of which belongs to the old numbering. What
/// came before the two is held as well: reordered packets of the new numbering count from its beginning on.
struct ResetProbation: Sendable {
    private(set) var packets: [SourcePacket] = []
    private var followers = 0
    /// A number of the new numbering, once two packets in sequence were seen.
    private(set) var anchor: SequenceNumber?

    var isEmpty: Bool { packets.isEmpty }

    /// Whether two packets in sequence were seen: without any more of the old numbering, the sender began anew.
    var isPlausible: Bool { anchor != nil }

    /// Takes a packet that does not belong to the old numbering; true when the sender has begun anew.
    ///
    /// Of packets that never follow each other only the last `hold` are kept; older ones are appended to `strays`.
    mutating func take(_ packet: SourcePacket, hold: Int, strays: inout [SourcePacket]) -> Bool {
        if anchor != nil {
            followers += 1
        } else if let last = packets.last, packet.ssrc == last.ssrc, expects(packet) {
            anchor = packet.sequenceNumber
        }
        packets.append(packet)
        if anchor == nil, packets.count > max(1, hold) { strays.append(packets.removeFirst()) }
        return anchor != nil && followers >= hold
    }

    /// Whether `packet` is the one that the held packets lead to expect.
    func expects(_ packet: SourcePacket) -> Bool {
        guard let last = packets.last else { return false }
        return packet.sequenceNumber == last.sequenceNumber.advanced(by: 1)
    }

    /// Gives the held packets back and holds none.
    mutating func clear() -> [SourcePacket] {
        defer { self = Self() }
        return packets
    }
}
