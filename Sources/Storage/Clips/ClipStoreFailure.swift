/// Why a clip is not saved, or the folder of saved clips cannot be used.
public enum ClipStoreFailure: Error, Hashable, Sendable {
    /// The folder cannot be made or read; the system's reason.
    case unusable(path: String, reason: String)
    /// The clip's bytes would take all saved clips beyond the quota.
    case overQuota(wanted: Int, quota: Int)
    /// The clip would leave less free on the disk than is to stay free, or the disk is full.
    case diskFull(path: String)
    /// As many clips are saved as may be.
    case tooMany(limit: Int)
    /// The disk refused something; the system's reason.
    case failed(path: String, reason: String)
    /// A text is longer than what is kept.
    case tooLong(what: String, limit: Int)
    /// There is no file in the clip, or one of them twice.
    case misshapen
}

extension ClipStoreFailure: CustomStringConvertible {
    /// One sentence that names the thing and the mend.
    public var description: String {
        switch self {
        case .unusable(let path, let reason): "cannot keep clips in \(path): \(reason)"
        case .overQuota(let wanted, let quota):
            "the clip's \(wanted) bytes do not fit into the \(quota) bytes that saved clips may take: "
                + "delete some, or give --clip-quota more"
        case .diskFull(let path): "there is no room left for clips in \(path): free some space on its disk"
        case .tooMany(let limit): "\(limit) clips are saved, which is as many as may be: delete some"
        case .failed(let path, let reason): "the clip cannot be written to \(path): \(reason)"
        case .tooLong(let what, let limit): "the clip's \(what) is too long: at most \(limit) bytes are kept"
        case .misshapen: "a clip is saved with one of each of its files, and at least one"
        }
    }
}
