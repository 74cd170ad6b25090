public import Timing

/// A frame at which stream time does not simply follow the capture's stamps.
public struct ClockStep: Sendable, Equatable {
    /// The frame whose stamp stepped, counted from 1.
    public var frame: UInt64
    /// The frame's place in stream time.
    public var time: StreamTime
    /// How far the stamp lies after the one before; negative for a clock that was set back.
    public var step: StreamDuration

    /// The stamp of `frame` stepped by `step`.
    public init(frame: UInt64, time: StreamTime, step: StreamDuration) {
        self.frame = frame
        self.time = time
        self.step = step
    }
}
