public import Timing

/// What a Streamer has sent so far, and how well it kept time.
public struct StreamerCounts: Hashable, Sendable {
    /// Datagrams sent.
    public var datagrams = 0
    /// Their payloads, in bytes.
    public var bytes = 0
    /// Datagrams that the system refused.
    public var refused = 0
    /// How many of them were media: to receivers they are lost.
    public var refusedMedia = 0
    /// Datagrams sent more than ``lateness`` behind their instant.
    public var late = 0
    /// How far behind its instant the latest one was.
    public var longestDelay = StreamDuration.zero
    /// Messages taken from outside: standard input, addresses that are asked.
    public var messages = 0
    /// Times a folder's files were exchanged.
    public var folders = 0

    /// What is sent later than this counts as late.
    public static let lateness = StreamDuration(milliseconds: 20)

    /// Nothing sent.
    public init() {}

    /// One sentence for the person who ends the program.
    public var sentence: String {
        var text = "sent \(datagrams) datagrams, \(bytes) bytes"
        if late > 0 { text += "; \(late) late, up to \(Int(longestDelay.milliseconds.rounded())) ms" }
        if refused > 0 { text += "; the system refused \(refused)" }
        return text
    }
}
