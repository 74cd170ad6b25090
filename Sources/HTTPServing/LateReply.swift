import Synchronization

/// The response of a request that somebody else answers, later and from any thread.
///
/// The first response that is sent counts. One that is never sent is a 500, once nobody holds this any more.
public final class LateReply: Sendable {
    private let isSent = Atomic(false)
    private let tell: @Sendable (Response) -> Void
    private let isThere: @Sendable () -> Bool

    /// Calls `tell` once with the response.
    public convenience init(_ tell: @escaping @Sendable (Response) -> Void) { self.init(isThere: { true }, tell) }

    /// Calls `tell` once with the response; `isThere` says whether anybody still waits for it.
    public init(isThere: @escaping @Sendable () -> Bool, _ tell: @escaping @Sendable (Response) -> Void) {
        self.isThere = isThere
        self.tell = tell
    }

    /// Whether anybody still waits for the response: work that was not begun for a reader who is gone need not be.
    public var isAwaited: Bool { !isSent.load(ordering: .relaxed) && isThere() }

    deinit { send(.error(500, "the server lost the answer to this request")) }

    /// Answers the request; nothing when it was answered.
    public func send(_ response: Response) {
        if !isSent.exchange(true, ordering: .relaxed) { tell(response) }
    }
}
