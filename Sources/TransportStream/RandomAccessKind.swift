/// Why decoding can start at an access unit.
public enum RandomAccessKind: UInt8, Hashable, Sendable {
    /// H.264 NAL type 5, HEVC 19 and 20: nothing after it needs anything before it.
    case instantaneousRefresh
    /// HEVC NAL type 21 (CRA): its RASL pictures need what was before.
    case cleanRandomAccess
    /// HEVC NAL types 16…18 (BLA): what was before is gone.
    case brokenLink
    /// H.264: parameter sets with a recovery point or the packet's random-access flag; the picture is not an IDR.
    case recoveryPoint
    /// MPEG-1/2 video: sequence header and I picture.
    case sequenceStart
    /// Only the packet's `random_access_indicator` says so, in a codec that is not looked into.
    case indicated
    /// Audio: every unit.
    case audio

    /// Whether the unit can be marked as a sync sample in MP4: an IDR, or any IRAP of HEVC.
    public var isSync: Bool { self != .recoveryPoint && self != .sequenceStart }
}
