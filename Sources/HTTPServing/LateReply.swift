import Synchronization

/// The response of a request that somebody else answers, later and from any thread.
///
/// The first response that is sent counts. One that is never sent is a 500, once nobody holds this any more.
public final class LateReply: Sendable {
    private let isSent = Atomic(false)
    private let tell: @Sendable (Response) -> Void

    /// Calls `tell` once with the response.
    public init(_ tell: @escaping @Sendable (Response) -> Void) { self.tell = tell }

    deinit { send(.error(500, "the server lost the answer to this request")) }

    /// Answers the request; nothing when it was answered.
    public func send(_ response: Response) {
        if !isSent.exchange(true, ordering: .relaxed) { tell(response) }
    }
}
