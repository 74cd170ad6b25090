import TransportStream

/// What a NAL unit is for, as far as a file cares (ITU-T H.264 table 7-1, H.265 table 7-1).
enum NALKind: Equatable {
    /// Sequence, picture or video parameter set, by its type.
    case parameterSet(UInt8)
    /// Access unit delimiters and filler: a file has no use for them (ISO/IEC 14496-15, 5.3.2 and 8.3.2).
    case padding
    case other

    /// The kind of the unit that begins with `first`.
    init(_ first: UInt8, _ codec: Codec) {
        if codec == .h264 {
            let type = first & 31
            self = type == 7 || type == 8 ? .parameterSet(type) : type == 9 || type == 12 ? .padding : .other
        } else {
            let type = first >> 1 & 63
            self =
                (32...34).contains(type) ? .parameterSet(type) : type == 35 || type == 38 ? .padding : .other
        }
    }
}
