import Bytes
import Clips
import Evidence
import NetworkFormats
import Pipeline

/// A datagram on its way into a capture.
struct EvidencePacket {
    var header: DatagramHeader
    var bytes: SlabSlice
    /// What a person should know of it; nil for nothing.
    var comment: String?

    /// The datagrams of a selection in order of arrival, with comments where packets are missing before one, or one is late or
    /// repeated.
    static func all(of selection: EvidenceSelection, gaps: [EvidenceGap]) -> [EvidencePacket] {
        let gaps = Dictionary(gaps.map { ($0.before, $0) }) { first, _ in first }
        var packets = selection.announcements.map { announcement in
            let slab = Slab(capacity: announcement.bytes.count)
            slab.append(announcement.bytes.lent)
            return EvidencePacket(
                header: announcement.header, bytes: SlabSlice(slab, 0..<announcement.bytes.count), comment: nil)
        }
        packets += selection.datagrams.map { datagram in
            EvidencePacket(
                header: datagram.header, bytes: datagram.bytes, comment: comment(datagram.flags, gaps[datagram.id]))
        }
        packets.sort { $0.header.ordinal < $1.header.ordinal }
        return packets
    }

    private static func comment(_ flags: PacketFlags, _ gap: EvidenceGap?) -> String? {
        var said: [String] = []
        if let gap {
            let count = gap.rebuilt + gap.lost
            let fate =
                gap.lost == 0 ? "all rebuilt" : gap.rebuilt == 0 ? "lost" : "\(gap.rebuilt) rebuilt, \(gap.lost) lost"
            said.append("\(count) packet\(count == 1 ? " is" : "s are") missing before this one: \(fate)")
        }
        if flags.contains(.late) { said.append("late: its window was closed when it came") }
        if flags.contains(.duplicate) { said.append("repeated: it had come before") }
        return said.isEmpty ? nil : said.joined(separator: "; ")
    }
}
