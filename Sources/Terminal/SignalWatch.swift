import Glibc

/// Waits for the signals that steer a program which runs until it is told to end.
package final class SignalWatch {
    /// What was asked for.
    package enum Request {
        /// SIGTERM or SIGINT: an orderly end.
        case stop
        /// SIGHUP: settings are read again.
        case reread
    }

    private var signals = sigset_t()

    /// Blocks the signals for this thread and all that are made from now on, so that `next()` gets them.
    package init() {
        sigemptyset(&signals)
        for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Whether an orderly end was asked for, and nobody has taken that yet; never without a watch, for then the system ends the
    /// program.
    package static var isStopPending: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return [SIGTERM, SIGINT].contains { sigismember(&pending, $0) == 1 }
    }

    /// The next one.
    package func next() -> Request {
        while true {
            var signal: Int32 = 0
            guard sigwait(&signals, &signal) == 0 else { continue }
            return signal == SIGHUP ? .reread : .stop
        }
    }

    /// The next one, when it comes within `milliseconds`.
    package func next(within milliseconds: Int) -> Request? {
        var limit = timespec(tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
        let signal = sigtimedwait(&signals, nil, &limit)
        guard signal > 0 else { return nil }
        return signal == SIGHUP ? .reread : .stop
    }
}

@available(*, unavailable)
extension SignalWatch: Sendable {}
