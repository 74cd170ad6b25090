import CSockets
import Glibc

/// Wakes the thread that waits in a receiver, from any thread: to stop, or to do what it was asked.
public final class Waker: Sendable {
    let descriptor: Int32

    init() throws(ReceiverFailure) {
        let made = csockets_event_make()
        guard made >= 0 else { throw ReceiverFailure(opening: made) }
        descriptor = made
    }

    deinit { close(descriptor) }

    /// Ends the receiver's wait, or its next one when it does not wait now.
    public func wake() { csockets_event_raise(descriptor) }
}
