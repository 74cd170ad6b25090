import Timing

/// Whether media run short: one edge when less than a window of it lies ahead, one when two do again (SDK semantics 3.15).
struct Buffering: Hashable, Sendable {
    /// How much less than two windows is enough: of a sender that is late no more may lie ahead at the live position.
    static let tolerance = StreamTime.tick

    /// Whether they run short.
    private(set) var isActive = false
    /// The live edge when that began; nil when there was none.
    private var edge: StreamTime?

    /// Learns that the newest media ends at `edge`, nil without any, while the play-head is at `position`.
    ///
    /// Tells whether that changed it. Nothing runs short once stream time has ended.
    mutating func update(
        edge: StreamTime?, position: StreamTime, window: StreamDuration, isRunning: Bool
    ) -> Bool {
        let ahead = edge.map { $0 - position } ?? .zero
        if !isActive {
            guard isRunning, ahead < window || edge == nil else { return false }
            isActive = true
            self.edge = edge
            return true
        }
        let two = window + window
        var isEnough = !isRunning
        if let edge {
            isEnough = isEnough || ahead >= two - Self.tolerance
            // A live edge that moves on again fills the player, however little lies ahead of a sender that is late.
            if let begin = self.edge { isEnough = isEnough || edge - begin >= two } else { self.edge = edge }
        }
        if isEnough { isActive = false }
        return isEnough
    }
}
