import History
import Timing
import TransportStream

/// The pictures of some chunks of one run, in decoding order.
struct LeadRow: Sendable {
    /// The pictures.
    private(set) var units: [PlacedUnit]
    /// The chunks.
    private(set) var chunks: Range<Int>
    /// The run.
    let run: Int
    /// The track.
    let lead: Int

    init(_ history: HistorySnapshot, _ chunks: Range<Int>) {
        self.chunks = chunks
        run = history[chunks.lowerBound].run
        lead = history[chunks.lowerBound].lead
        units = history.placedUnits(of: lead, in: chunks)
    }

    /// Adds the chunks of the run from `chunk` on to the front.
    mutating func grow(backTo chunk: Int, in history: HistorySnapshot) {
        guard chunk < chunks.lowerBound else { return }
        units = history.placedUnits(of: lead, in: chunk..<chunks.lowerBound) + units
        chunks = chunk..<chunks.upperBound
    }

    /// Adds the next chunk; false when it belongs to another run or there is none.
    mutating func grow(in history: HistorySnapshot) -> Bool {
        let next = chunks.upperBound
        guard next < history.count, history[next].run == run else { return false }
        units += history.placedUnits(of: lead, in: next..<(next + 1))
        chunks = chunks.lowerBound..<(next + 1)
        return true
    }
}
