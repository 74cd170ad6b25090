/// What became of a sender's packets so far.
public struct SenderCounts: Hashable, Sendable {
    /// RTP packets made, lost ones included.
    public var sources = 0
    /// How many of them get lost on the way.
    public var lostSources = 0
    /// Source datagrams of null packets, which fill the last window; they are among `sources`.
    public var fills = 0
    /// Repair packets made, lost ones included.
    public var repairs = 0
    /// How many of them get lost on the way.
    public var lostRepairs = 0
    /// Announcements made.
    public var announcements = 0
    /// How many times the sender was switched off and on.
    public var restarts = 0

    /// Nothing sent.
    public init() {}
}
