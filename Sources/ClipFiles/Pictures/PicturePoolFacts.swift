/// What a pool of decoders did so far, and what waits.
public struct PicturePoolFacts: Hashable, Sendable {
    /// Files that a thread began to make.
    public var begun = 0
    /// Requests that were answered from files kept ready.
    public var fromCache = 0
    /// Requests that waited for a file that somebody else had asked for.
    public var shared = 0
    /// Files that nobody waited for any more when their turn came, or that waited too long.
    public var dropped = 0
    /// Requests that were told to come again.
    public var refused = 0
    /// Files that wait for a thread.
    public var waiting = 0
    /// Bytes of files kept ready.
    public var cachedBytes = 0

    /// Nothing happened yet.
    public init() {}
}
