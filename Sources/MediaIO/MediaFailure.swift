public import TransportStream

/// Why media could not be put into MP4, or decoded.
public enum MediaFailure: Error, Equatable, Sendable {
    /// MP4 has no place for the codec.
    case codecNotForMP4(Codec)
    /// No unit held all parameter sets, or a frame header that can be read.
    case configurationMissing(Codec)
    /// The parameter sets or the frame header contradict themselves, or use what this room does not know.
    case configurationUnreadable(Codec)
    /// A track that does not exist was named.
    case unknownTrack(Int)
    /// There are no tracks, or more than ``FragmentedMuxer/trackLimit``.
    case trackCount(Int)
    /// None of the samples could be used.
    case nothingToWrite
    /// The samples are more, or have more bytes, than one file or fragment may hold; or the file would last too long.
    case tooLarge
    /// libavformat refused.
    case refused(LibAVError)
    /// No decoder of the codec is used here.
    case codecNotDecoded(Codec)
    /// The unit holds no picture that can be decoded alone.
    case noPicture(Codec)
    /// libavcodec failed for a reason that is not in the media: there is no memory.
    case decoderFailed(LibAVError)
    /// A picture could not be scaled or written as JPEG.
    case encoderFailed(LibAVError)
}

extension MediaFailure: CustomStringConvertible {
    /// One sentence for people.
    public var description: String {
        switch self {
        case .codecNotForMP4(let codec):
            "\(codec.rawValue) cannot be put into MP4; the transport stream carries it as it is."
        case .configurationMissing(let codec):
            "No \(codec.rawValue) parameter set or frame header was found; begin at a random access point."
        case .configurationUnreadable(let codec):
            "The \(codec.rawValue) parameter sets or frame headers cannot be read; the transport stream carries them."
        case .unknownTrack(let number): "There is no track \(number)."
        case .trackCount(let count):
            "\(count) tracks cannot be put into one file; give 1 to \(FragmentedMuxer.trackLimit)."
        case .nothingToWrite: "No sample can be used: all are damaged or out of order."
        case .tooLarge: "The file is too large; cut it into shorter ones."
        case .refused(let error): "libavformat refused to write the file (code \(error.code))."
        case .codecNotDecoded(let codec):
            "\(codec.rawValue) is not decoded here; take the transport stream and decode it elsewhere."
        case .noPicture(let codec):
            "The unit holds no \(codec.rawValue) picture that can be decoded alone; give a whole random access unit."
        case .decoderFailed(let error):
            "libavcodec could not decode for want of memory (code \(error.code)); close other players."
        case .encoderFailed(let error):
            "The picture could not be written as JPEG (code \(error.code)); ask for a smaller one."
        }
    }
}
