public import Protection

/// The constants by which one venue is measured.
public struct VenueParameters: Sendable {
    /// Windows, runs and their limits.
    public var protection = ProtectionParameters()
    /// Whether access units carry the ranges of their bytes, as clips need.
    public var collectsRanges = false

    /// The defaults.
    public init() {}
}
