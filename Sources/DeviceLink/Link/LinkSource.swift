/// Where a session learns whether its device is connected.
public protocol LinkSource: Sendable {
    /// The link now.
    var status: LinkStatus { get }
    /// Calls `told` on a thread of the source whenever the link changes, until the result is gone or cancelled.
    func follow(_ told: @escaping @Sendable (LinkStatus) -> Void) -> any LinkFollowing
}

/// Someone follows a link; it ends when it is cancelled or gone.
public protocol LinkFollowing: AnyObject, Sendable {
    /// Nothing is told once this has returned, unless it is called from what is told.
    func cancel()
}
