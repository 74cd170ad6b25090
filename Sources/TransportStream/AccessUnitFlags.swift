/// What else is known of an access unit.
public struct AccessUnitFlags: OptionSet, Hashable, Sendable {
    /// The bits.
    public var rawValue: UInt8

    /// The flags of `rawValue`.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// At least one of its packets did not come and was not repaired.
    public static let damaged = Self(rawValue: 1 << 0)
    /// Decoded after a random access point, presented before it.
    public static let leading = Self(rawValue: 1 << 1)
    /// A leading picture that cannot be decoded when decoding starts at its random access point: HEVC RASL, and in H.264 and
    /// open groups of MPEG-2 every leading picture of a point that is not an IDR.
    public static let skippedLeading = Self(rawValue: 1 << 2)
    /// It belongs to the track that carries the channel's picture time: the first program's video, else its first audio.
    public static let lead = Self(rawValue: 1 << 3)
    /// The stream ended, or its sender began anew, before it was whole.
    public static let cut = Self(rawValue: 1 << 4)
}
