import Timing

/// Packets far from the numbering, held until it is clear whether the sender began anew (RFC 3550, A.1).
///
/// A restart needs two packets in sequence and then a number of packets none of which belongs to the old numbering.
struct ResetProbation: Sendable {
    private(set) var packets: [SourcePacket] = []
    private var isSequence = false
    private var followers = 0

    var isEmpty: Bool { packets.isEmpty }

    /// Whether two packets in sequence were seen: without any more of the old numbering, the sender began anew.
    var isPlausible: Bool { isSequence }

    /// Takes a packet that does not belong to the old numbering; true when the sender has begun anew.
    ///
    /// A single packet that the next one does not follow was a stray: it is appended to `strays`.
    mutating func take(_ packet: SourcePacket, hold: Int, strays: inout [SourcePacket]) -> Bool {
        if isSequence {
            packets.append(packet)
            followers += 1
        } else if let last = packets.last {
            if packet.sequenceNumber == last.sequenceNumber.advanced(by: 1), packet.ssrc == last.ssrc {
                isSequence = true
            } else {
                strays.append(contentsOf: packets)
                packets.removeAll(keepingCapacity: true)
            }
            packets.append(packet)
        } else {
            packets.append(packet)
        }
        return isSequence && followers >= hold
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
