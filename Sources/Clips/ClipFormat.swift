/// What a clip is written as; the raw value is its word in entity tags and saved clips.
public enum ClipFormat: String, Hashable, Sendable, CaseIterable {
    /// A transport stream: packets as they were sent, from a random access point on.
    case transport = "ts"
    /// MP4 with everything about its samples in front; edit lists hide what is only decoded.
    case progressive = "mp4"
    /// MP4 in fragments, from a random access point on.
    case fragmented = "fmp4"

    /// The ending of its files' names, without the point.
    public var fileExtension: String { self == .transport ? "ts" : "mp4" }

    /// What a clip of the format keeps of a request's accuracy: only progressive MP4 can hide what is decoded and not
    /// presented (definitions D4).
    func kept(_ accuracy: ClipAccuracy) -> ClipAccuracy {
        switch self {
        case .progressive: accuracy
        case .transport, .fragmented: accuracy == .packet ? .packet : .key
        }
    }
}
