import Dispatch
import Glibc

/// Waits for the signals that steer a server.
final class SignalWatch {
    /// What was asked for.
    enum Request {
        /// SIGTERM or SIGINT: an orderly end.
        case stop
        /// SIGHUP: settings are read again.
        case reread
    }

    private var signals = sigset_t()

    /// Blocks the signals for this thread and all that are made from now on, so that `next()` gets them.
    init() {
        sigemptyset(&signals)
        for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// The next one.
    func next() -> Request {
        while true {
            var signal: Int32 = 0
            guard sigwait(&signals, &signal) == 0 else { continue }
            return signal == SIGHUP ? .reread : .stop
        }
    }
}

@available(*, unavailable)
extension SignalWatch: Sendable {}
