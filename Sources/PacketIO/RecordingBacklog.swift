import Bytes
import Dispatch
import Timing

/// Pieces between the thread that receives and the one that writes; bounded, whatever the disk does.
final class RecordingBacklog: Sendable {
    /// How a recording ends.
    struct End: Sendable {
        var time: StreamTime
        /// Datagrams left out behind the last one that was taken.
        var missed: UInt64
        /// Drops told by those.
        var drops: UInt64
    }

    /// What the writing thread finds.
    enum Work: Sendable {
        case piece(RecordingPiece)
        case nothing
        case end(End)
    }

    /// Bytes of a piece: a few of the largest datagrams, and worth a call of the system.
    static let pieceLength = 1 << 20
    /// The most bytes on their way to the disk.
    static let limit = 64 << 20
    /// Empty pieces kept for later; more are given back to the system.
    private static let spareLimit = 4

    private struct State: Sendable {
        var filled: [RecordingPiece] = []
        var spare: [Slab] = []
        /// Pieces that exist, filled, empty or in somebody's hands.
        var pieces = 0
        var end: End?
        var facts = RecorderFacts()
    }

    private let state: Guarded<State>
    private let pieceLimit: Int
    private let changed = DispatchSemaphore(value: 0)

    init(limit: Int = RecordingBacklog.limit) {
        pieceLimit = max(1, limit / Self.pieceLength)
        var state = State()
        state.filled.reserveCapacity(pieceLimit)
        self.state = Guarded(state)
    }

    /// An empty piece to be filled; nil when too many are on their way.
    func takeEmpty() -> RecordingPiece? {
        let (spare, isAllowed) = state.withLock { state -> (Slab?, Bool) in
            if let slab = state.spare.popLast() { return (slab, true) }
            guard state.pieces < pieceLimit else { return (nil, false) }
            state.pieces += 1
            return (nil, true)
        }
        guard isAllowed else { return nil }
        return RecordingPiece(spare ?? Slab(capacity: Self.pieceLength))
    }

    /// Hands a piece over to be written; the caller touches nothing of it any more.
    func put(_ piece: RecordingPiece) {
        state.withLock { $0.filled.append(piece) }
        changed.signal()
    }

    /// Counts datagrams that found no room.
    func miss(_ count: UInt64) { state.withLock { $0.facts.missed &+= count } }

    /// Learns that nothing more comes.
    func finish(_ end: End) {
        state.withLock { $0.end = end }
        changed.signal()
    }

    /// What is to be done next; a piece stays the first until it is removed.
    var work: Work {
        state.withLock { state in
            if let piece = state.filled.first { return .piece(piece) }
            return state.end.map(Work.end) ?? .nothing
        }
    }

    /// Whether nothing more comes.
    var isEnding: Bool { state.withLock { $0.end != nil } }

    /// Waits until something changes, at most until `deadline`.
    func wait(until deadline: DispatchTime = .distantFuture) { _ = changed.wait(timeout: deadline) }

    /// Keeps how far the first piece has come.
    func replaceFirst(with piece: RecordingPiece) { state.withLock { $0.filled[0] = piece } }

    /// Takes the first piece away and keeps its memory for another one.
    func removeFirst() {
        let slab = state.withLock { state in
            let slab = state.filled.removeFirst().slab
            slab.recycle()
            if state.spare.count < Self.spareLimit {
                state.spare.append(slab)
            } else {
                state.pieces -= 1
            }
            return slab
        }
        // What is given back to the system is so outside the lock.
        withExtendedLifetime(slab) {}
    }

    /// Changes the facts.
    func note(_ change: (inout RecorderFacts) -> Void) { state.withLock { change(&$0.facts) } }

    /// How far the recording has come.
    var facts: RecorderFacts { state.withLock { $0.facts } }
}
