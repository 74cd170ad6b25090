/// How long a request waits for something to happen.
public struct Parking: Sendable {
    /// What wakes it.
    public var ticket: Waker.Ticket
    /// How long it waits at most.
    public var atMost: Duration

    /// Waits until the waker of `ticket` is woken, at most for `atMost`.
    public init(_ ticket: Waker.Ticket, atMost: Duration) {
        self.ticket = ticket
        self.atMost = atMost
    }
}
