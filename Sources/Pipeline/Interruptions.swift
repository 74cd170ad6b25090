public import NetworkFormats
public import Timing

/// Silences after which a run is over: they are in no window and no loss, and still somebody saw nothing.
public struct Interruptions: Hashable, Sendable {
    /// The shortest silence that counts: then a run is over (definitions A1).
    public static let least = StreamDuration(seconds: 10)

    /// How many there were.
    public var count = 0
    /// The longest one.
    public var longest = StreamDuration.zero
    /// The datagram that ended the first one.
    public var first: Moment?

    /// None.
    public init() {}
}
