import History
import TransportStream

/// An access unit and the chunk that holds it.
struct PlacedUnit: Sendable {
    var indexed: IndexedUnit
    /// The chunk's number in the history.
    var chunk: Int

    var unit: AccessUnit { indexed.unit }
}

extension HistorySnapshot {
    /// The units of `track` in some chunks, in decoding order.
    func placedUnits(of track: Int, in chunks: Range<Int>) -> [PlacedUnit] {
        var units: [PlacedUnit] = []
        for index in chunks {
            for unit in self[index].units(of: track) { units.append(PlacedUnit(indexed: unit, chunk: index)) }
        }
        return units
    }
}
