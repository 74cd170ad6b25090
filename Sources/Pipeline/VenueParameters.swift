public import History
public import Protection

/// The constants by which one venue is measured.
public struct VenueParameters: Sendable {
    /// Windows, runs and their limits.
    public var protection = ProtectionParameters()
    /// How much of each channel is kept, with the bytes; nothing unless told otherwise.
    public var history = HistoryLimits.nothing

    /// The defaults.
    public init() {}
}
