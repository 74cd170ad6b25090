public import Timing

/// Where a viewer is in a channel's past: an offset behind the live position, never more than there is (SDK semantics 3.13).
///
/// While stream time goes on, the offset stays and the position moves with the live position. Once a capture has ended, the
/// live position stands still and the head moves towards it. Where the past was given up under it, it sticks to the oldest.
public struct PlayHead: Hashable, Sendable {
    /// What a move, or time, did to it.
    public enum Move: Hashable, Sendable {
        /// It is as far behind the live position as before.
        case none
        /// It went away from the live position.
        case back
        /// It went towards the live position and did not reach it.
        case forward
        /// It came to the live position from behind.
        case live
    }

    /// Where it may be.
    public private(set) var reach: PlayReach
    /// How far behind the live position it is: from nothing to the depth of the reach.
    public private(set) var offset = StreamDuration.zero
    /// Whether somebody moved it behind the live position and it has not come back.
    public private(set) var isBehind = false

    /// A head at the live position.
    public init(in reach: PlayReach) { self.reach = reach }

    /// The picture time at which it is.
    public var position: StreamTime { reach.live - offset }

    /// Moves by so many milliseconds, towards the live position when positive; as far as there is something.
    @discardableResult
    public mutating func seekRelative(_ durationMs: Int) -> Move {
        let wanted = offset.nanoseconds.subtractingReportingOverflow(
            StreamDuration(milliseconds: Int64(durationMs)).nanoseconds)
        // Only the subtraction of a huge negative number leaves the range.
        return move(to: StreamDuration(nanoseconds: wanted.overflow ? .max : wanted.partialValue))
    }

    /// Moves to so many milliseconds behind the live position; as far as there is something.
    @discardableResult
    public mutating func seekAbsolute(_ durationMs: UInt) -> Move {
        move(to: StreamDuration(milliseconds: Int64(clamping: durationMs)))
    }

    /// Moves away from the live position by so many milliseconds, whatever the sign; as far as there is something.
    @discardableResult
    public mutating func rewindForDuration(_ durationMs: Int) -> Move {
        let more = StreamDuration(milliseconds: Int64(clamping: durationMs.magnitude)).nanoseconds
        let wanted = offset.nanoseconds.addingReportingOverflow(more)
        return move(to: StreamDuration(nanoseconds: wanted.overflow ? .max : wanted.partialValue))
    }

    /// Moves to the live position.
    @discardableResult
    public mutating func playLive() -> Move { move(to: .zero) }

    /// Learns what there is now, `elapsed` after it learned it last; `isRunning` tells whether stream time goes on by itself.
    ///
    /// Tells `.live` when it came to the live position from behind, else `.none`.
    @discardableResult
    public mutating func advance(by elapsed: StreamDuration, in reach: PlayReach, isRunning: Bool) -> Move {
        let reached = position + max(.zero, elapsed)
        self.reach = reach
        let wanted = isRunning ? offset : reach.live - reached
        offset = clamped(wanted)
        guard isBehind, offset == .zero else { return .none }
        isBehind = false
        return .live
    }

    private mutating func move(to wanted: StreamDuration) -> Move {
        let before = offset
        offset = clamped(wanted)
        isBehind = offset > .zero
        if offset == before { return .none }
        if offset > before { return .back }
        return offset > .zero ? .forward : .live
    }

    private func clamped(_ wanted: StreamDuration) -> StreamDuration { min(max(.zero, wanted), reach.depth) }
}
