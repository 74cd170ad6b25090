/// A comment that somebody wrote into a capture.
public struct CaptureComment: Hashable, Sendable {
    /// The frame it is about, as Wireshark counts; 0 when it is about a section, an interface or statistics.
    public var frame: UInt64
    /// What it says.
    public var text: String

    /// States a comment.
    public init(frame: UInt64, text: String) {
        self.frame = frame
        self.text = text
    }
}
