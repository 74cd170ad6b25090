public import Clips
public import MediaIO

/// Why a window of a channel is no MP4 file.
public enum MovieFailure: Error, Equatable, Sendable {
    /// The history has no such clip.
    case clip(ClipFailure)
    /// Its media make no file.
    case media(MediaFailure)
}

extension MovieFailure {
    /// The HTTP status that says so.
    public var status: Int {
        switch self {
        case .clip(let failure): failure.status
        case .media(.tooLarge): 416
        case .media(.codecNotForMP4), .media(.configurationMissing), .media(.configurationUnreadable),
            .media(.nothingToWrite):
            415
        case .media: 500
        }
    }

    /// After how many seconds it is worth asking again; nil when it never is.
    public var retryAfterSeconds: Int? {
        guard case .clip(let failure) = self else { return nil }
        return failure.retryAfterSeconds
    }
}

extension MovieFailure: CustomStringConvertible {
    /// One sentence for people.
    public var description: String {
        switch self {
        case .clip(let failure): failure.description
        case .media(.tooLarge): "the clip is too large for one MP4 file; ask for a shorter window, or for clip.ts"
        case .media(.nothingToWrite): "nothing of the window can be put into MP4; clip.ts gives it as it is"
        case .media(let failure): "the window makes no MP4 file: \(failure)"
        }
    }
}
