public import Bytes
public import Evidence
public import History
import TransportStream

/// Gives a history's media piece by piece, for those who play it: units, tables, and stretches of transport packets.
///
/// The bytes stay where they lie.
public struct MediaExcerpt: Sendable {
    private let history: HistorySnapshot
    private let reader: MediaReader

    /// Reads `history`, whose transport packets are `packetLength` bytes apart: 188, or 204 with parity bytes.
    public init(_ history: HistorySnapshot, packetLength: Int) {
        self.history = history
        reader = MediaReader(history, of: ClipChannel(id: "", name: "", packetLength: packetLength))
    }

    /// The elementary stream's bytes of a unit of `chunk`, as far as they are kept.
    public func bytes(of unit: IndexedUnit, in chunk: Chunk) -> SliceList {
        Self.bytes(of: unit, chunk, history)
    }

    /// The tables that the stream is read with when it begins with `unit`: the last ones before it, or the first ones after it.
    public func tables(before unit: IndexedUnit) -> SliceList {
        var writer = StreamWriter(reader)
        writer.append(
            tables: TableSearch(reader, from: history.media.first).tables(
                at: unit.unit.start, program: unit.unit.program))
        return writer.body
    }

    /// Every transport packet from `start` on up to `end`, of 188 bytes each, as far as they are kept.
    public func packets(from start: MediaPosition, upTo end: MediaPosition) -> SliceList {
        var writer = StreamWriter(reader)
        writer.append(from: start, upTo: end)
        return writer.body
    }

    /// The place behind a unit's last packet.
    public func end(of unit: IndexedUnit) -> MediaPosition { reader.behind(unit.unit.last) }

    static func bytes(of unit: IndexedUnit, _ chunk: Chunk, _ history: HistorySnapshot) -> SliceList {
        var bytes = SliceList()
        for index in unit.unit.ranges {
            let range = chunk.ranges[index]
            guard history.media.contains(range.packet), let slice = history.media.slice(of: range.packet) else {
                continue
            }
            let start = slice.range.lowerBound + Int(range.offset)
            let end = start + Int(range.length)
            guard end <= slice.range.upperBound else { continue }
            bytes.append(SlabSlice(slice.slab, start..<end))
        }
        return bytes
    }
}
