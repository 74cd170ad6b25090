public import Clips
public import MediaIO
public import TransportStream

/// Why a picture is not there.
public enum PictureFailure: Error, Equatable, Sendable {
    /// The channel carries sound only, or no transport stream.
    case noVideo
    /// The history has no such picture.
    case clip(ClipFailure)
    /// No decoder of the codec is used here.
    case codec(Codec)
    /// Nothing of what is kept around the instant can be decoded.
    case undecodable
    /// Decoding took too long: the last random access point lies too far back.
    case tooLong
    /// As many pictures as may wait do.
    case busy
    /// Nobody asks any more, or the server stops.
    case stopped
    /// There is no memory, or libav failed for another reason that is not in the media.
    case media(MediaFailure)
}

extension PictureFailure {
    /// The HTTP status that says so.
    public var status: Int {
        switch self {
        case .noVideo: 404
        case .clip(let failure): failure.status
        case .codec: 415
        case .undecodable: 416
        case .tooLong, .stopped: 503
        case .busy: 429
        case .media: 500
        }
    }

    /// After how many seconds it is worth asking again; nil when it never is.
    public var retryAfterSeconds: Int? {
        switch self {
        case .clip(let failure): failure.retryAfterSeconds
        case .busy: 1
        case .tooLong, .stopped: 5
        case .noVideo, .codec, .undecodable, .media: nil
        }
    }

    /// What a failure of libav means for whoever asks for a picture.
    init(_ failure: MediaFailure) {
        switch failure {
        case .codecNotDecoded(let codec): self = .codec(codec)
        case .noPicture: self = .undecodable
        default: self = .media(failure)
        }
    }
}

extension PictureFailure: CustomStringConvertible {
    /// One sentence: what is missing and what to do.
    public var description: String {
        switch self {
        case .noVideo: "it carries no pictures; ask for a channel of kind video"
        case .clip(let failure): "\(failure)"
        case .codec(let codec):
            "\(codec.rawValue) is not decoded here; take the clip as transport stream and decode it elsewhere"
        case .undecodable: "what is kept around this instant cannot be decoded; ask for a later one"
        case .tooLong:
            "the picture takes too long to decode, the random access point before it lies far back; ask for another one"
        case .busy: "more pictures are asked for than can be decoded; ask again in a second"
        case .stopped: "the server stops, or gave this picture up; ask again in a while"
        case .media(let failure): "\(failure)"
        }
    }
}
