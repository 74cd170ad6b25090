/// Why a parked request is asked again.
public enum WakeReason: Sendable, Equatable {
    /// Its waker was woken.
    case woken
    /// Its deadline has come.
    case timedOut
}
