import Evidence
import History
import TransportStream

extension PacketTally {
    /// Counts the datagrams behind a movie as those behind its twin, a transport stream, are counted: everything from each
    /// piece's random access point to its last picture, and the sound that lies before or behind.
    init(_ cut: ClipParts, _ tracks: [MoviePlan.Track], _ history: HistorySnapshot) {
        self.init()
        let spans = cut.pieces.map { piece in
            let (first, last) = (cut.parts[piece.lowerBound].entry.unit, cut.parts[piece.upperBound].last.unit)
            return first.start.packet..<MediaID(serial: last.last.packet.serial &+ 1)
        }
        let outside = Self.packets(of: tracks, outside: spans, history)
        var next = 0
        for span in spans {
            while next < outside.count, outside[next] < span.lowerBound {
                count(outside[next], history.media[outside[next]])
                next += 1
            }
            count(history.media, from: span.lowerBound, upTo: span.upperBound)
        }
        for packet in outside[next...] { count(packet, history.media[packet]) }
    }

    /// The datagrams that hold some of the samples and lie in none of `spans`, in order.
    private static func packets(
        of tracks: [MoviePlan.Track], outside spans: [Range<MediaID>], _ history: HistorySnapshot
    ) -> [MediaID] {
        var packets: Set<MediaID> = []
        for track in tracks where track.codec.kind == .audio {
            for sample in track.samples {
                let unit = sample.unit.unit
                if spans.contains(where: { $0.contains(unit.start.packet) && $0.contains(unit.last.packet) }) {
                    continue
                }
                let chunk = history[sample.chunk]
                for index in unit.ranges {
                    let packet = chunk.ranges[index].packet
                    guard history.media.contains(packet), !spans.contains(where: { $0.contains(packet) }) else {
                        continue
                    }
                    packets.insert(packet)
                }
            }
        }
        return packets.sorted()
    }
}
