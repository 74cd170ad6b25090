import Dispatch
import Foundation
import PacketIO
import Timing

/// A thread that sends until it is told to end; there is one of it at a time.
final class SendingThread: Sendable {
    private let name: String
    /// What the end of the thread leaves; nil when there is none.
    private let running = Guarded<DispatchGroup?>(nil)

    /// No thread yet.
    init(name: String) { self.name = name }

    /// Starts a thread for the work that `make` gives; nothing happens when there is one already.
    func start<Failure: Error>(_ make: () throws(Failure) -> @Sendable () -> Void) throws(Failure) {
        try running.withLock { running throws(Failure) in
            guard running == nil else { return }
            let work = try make()
            let group = DispatchGroup()
            group.enter()
            let thread = Thread {
                work()
                group.leave()
            }
            thread.name = name
            thread.start()
            running = group
        }
    }

    /// Has the work told to end by `tell`, and waits until it has; nothing happens when there is none.
    func stop(_ tell: () -> Void) {
        running.withLock { running in
            guard let group = running.take() else { return }
            tell()
            group.wait()
        }
    }

    /// Waits until the work is over by itself or `limit` has passed; says whether it is over.
    func wait(atMost limit: StreamDuration) -> Bool {
        guard let group = running.withLock({ $0 }) else { return true }
        return group.wait(timeout: .now() + .nanoseconds(Int(limit.nanoseconds))) == .success
    }
}
