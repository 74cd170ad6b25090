import Bytes
import Timing

/// Whole blocks on their way to the disk.
struct RecordingPiece: Sendable {
    /// The bytes; whoever has the piece fills or writes them.
    let slab: Slab
    /// Bytes that are in the file already.
    var written = 0
    /// Datagrams among the blocks that are not in the file yet.
    var datagrams: UInt64 = 0
    /// Drops that its blocks tell of.
    var drops: UInt64 = 0
    /// When the file before ended, if this piece begins another one.
    var precedingEnd: StreamTime?

    init(_ slab: Slab) { self.slab = slab }

    /// What is to be written.
    var range: Range<Int> { written..<slab.count }
}
