/// How close to what was asked a clip begins and ends.
public enum ClipAccuracy: String, Sendable, Hashable, CaseIterable {
    /// Exactly the pictures of the window.
    case frame
    /// From the random access point at or before the window's start.
    case key
    /// From the datagram that starts the first access unit of the window, as it came.
    case packet
}
