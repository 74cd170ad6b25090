/// Someone listens to a session, until this is cancelled or gone.
public final class SessionSubscription: Sendable {
    private let subscriber: Subscriber
    private let forget: @Sendable () -> Void

    init(_ subscriber: Subscriber, forget: @escaping @Sendable () -> Void) {
        self.subscriber = subscriber
        self.forget = forget
    }

    /// Nothing is told once this has returned, unless it is called from what is told; a call that is on its way on another
    /// thread is waited for.
    public func cancel() {
        subscriber.cancel()
        forget()
    }

    deinit { cancel() }
}
