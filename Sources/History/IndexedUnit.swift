public import Timing
public import TransportStream

/// An access unit and the picture time it has.
public struct IndexedUnit: Hashable, Sendable {
    /// The unit; its `ranges` are indices into the ranges of its chunk.
    public internal(set) var unit: AccessUnit
    /// PTS and offset: the instant, as UTC, at which it is presented.
    public internal(set) var pictureTime: StreamTime
}
