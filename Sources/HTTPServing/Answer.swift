/// What becomes of a request.
public enum Answer: Sendable {
    /// The response is ready.
    case now(Response)
    /// One of the bounded workers makes the response while the connection is suspended; when their queue is full the
    /// server says 429 with `Retry-After`.
    case work(@Sendable () -> Response)
    /// One of the bounded workers begins, and the response is sent later, from any thread, while the connection is suspended;
    /// no worker waits for it.
    case later(@Sendable (LateReply) -> Void)
    /// Nothing is to be said yet: the handler is asked again once it is woken, or at the deadline.
    case park(Parking)
}
