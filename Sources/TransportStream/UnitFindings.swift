/// What the start of an access unit tells.
struct UnitFindings: Sendable {
    /// An H.264 or HEVC slice, or a whole MPEG-2 picture header, was reached.
    var hasPicture = false
    var hasParameterSet = false
    var hasRecoveryPoint = false
    /// A random access point for what the picture itself says; H.264 recovery points are decided with the packet's flag.
    var kind: RandomAccessKind?
    /// HEVC NAL types 6…9: a leading picture.
    var isLeading = false
    /// HEVC NAL types 8 and 9: it cannot be decoded when decoding starts at its random access point.
    var isSkipped = false
    /// MPEG-2: the group's first B pictures need nothing from before.
    var isClosed = false
    var size: PictureSize?

    /// The random access point that the unit is, `isIndicated` being the packet's `random_access_indicator`.
    func randomAccess(_ syntax: UnitScanner.Syntax, isIndicated: Bool) -> RandomAccessKind? {
        switch syntax {
        case .none: isIndicated ? .indicated : nil
        case .mpeg2, .hevc: kind
        case .h264: kind ?? (hasParameterSet && (hasRecoveryPoint || isIndicated) ? .recoveryPoint : nil)
        }
    }
}
