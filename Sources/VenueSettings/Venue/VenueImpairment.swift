/// What the network does to datagrams, in the words of the venue file and of the command line.
public struct VenueImpairment: Sendable, Hashable {
    /// The share of datagrams that get lost, 0…0.9.
    public var loss = 0.0
    /// How many are lost in a row, on the average; 1 or more.
    public var burst = 1.0
    /// The share of datagrams that arrive twice, 0…0.9.
    public var duplicate = 0.0
    /// The share of datagrams that are overtaken by some of the following ones, 0…0.9.
    public var reorder = 0.0
    /// Every datagram takes between 0 and this longer, in milliseconds; 0…1000.
    public var jitterMs = 0.0

    /// The shares that are possible.
    public static let shareRange = 0.0...0.9
    /// The mean lengths of bursts that are possible.
    public static let burstRange = 1.0...1_000.0
    /// The delays that are possible, in milliseconds.
    public static let jitterRange = 0.0...1_000.0

    /// A perfect network.
    public init() {}

    /// What an object says; absent keys are those of `base`.
    init(_ reader: inout SettingsReader, base: Self) throws(ConfigurationError) {
        loss = try reader.number("loss", in: Self.shareRange) ?? base.loss
        burst = try reader.number("burst", in: Self.burstRange) ?? base.burst
        duplicate = try reader.number("duplicate", in: Self.shareRange) ?? base.duplicate
        reorder = try reader.number("reorder", in: Self.shareRange) ?? base.reorder
        jitterMs = try reader.number("jitterMs", in: Self.jitterRange) ?? base.jitterMs
    }
}
