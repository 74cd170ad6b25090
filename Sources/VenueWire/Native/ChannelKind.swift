/// What a channel carries; the raw values are the words of announcements and reports.
public enum ChannelKind: String, Hashable, Sendable, CaseIterable {
    /// Pictures and sound.
    case video
    /// Messages.
    case data
    /// Files, each with a URI.
    case file
}
