public import Timing

/// When and at which frame something happened first.
public struct Occurrence: Sendable, Equatable {
    /// The instant.
    public var time: StreamTime
    /// The frame, counted from 1 as Wireshark does.
    public var frame: UInt64

    /// At `time`, in `frame`.
    public init(time: StreamTime, frame: UInt64) {
        self.time = time
        self.frame = frame
    }
}
