public import Timing

/// A place where a capture's clock does not go on as clocks do.
public struct ClockStep: Hashable, Sendable {
    /// What the clock does.
    public enum Kind: String, Hashable, Sendable {
        /// It steps back by more than a second: stream time goes on from the last frame.
        case back
        /// It jumps ahead by more than an hour: stream time jumps with it.
        case gap
    }

    /// What the clock does.
    public var kind: Kind
    /// The first frame behind the step.
    public var frame: UInt64
    /// The stamp before the step, as captured.
    public var from: StreamTime
    /// The stamp behind the step, as captured.
    public var to: StreamTime
    /// The stream time that the frame behind the step was given.
    public var time: StreamTime

    /// States a step.
    public init(kind: Kind, frame: UInt64, from: StreamTime, to: StreamTime, time: StreamTime) {
        self.kind = kind
        self.frame = frame
        self.from = from
        self.to = to
        self.time = time
    }
}
