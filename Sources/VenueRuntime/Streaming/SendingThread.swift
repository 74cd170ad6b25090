import Dispatch
import Foundation
import PacketIO
import Timing

/// A thread that sends until it is told to end; there is one of it at a time.
final class SendingThread: Sendable {
    private let name: String
    /// Held while a thread is started or stopped, so that no start comes before the end that a stop waits for.
    private let changing = Guarded(())
    /// What the end of the thread leaves; nil when there is none.
    private let running = Guarded<DispatchGroup?>(nil)

    /// No thread yet.
    init(name: String) { self.name = name }

    /// Starts a thread for the work that `make` gives; nothing happens when there is one already.
    func start<Failure: Error>(_ make: () throws(Failure) -> @Sendable () -> Void) throws(Failure) {
        try changing.withLock { _ throws(Failure) in
            guard running.withLock({ $0 == nil }) else { return }
            let work = try make()
            let group = DispatchGroup()
            group.enter()
            let thread = Thread {
                work()
                group.leave()
            }
            thread.name = name
            thread.start()
            running.withLock { $0 = group }
        }
    }

    /// Has the work told to end by `tell`, and waits until it has; nothing happens when there is none.
    func stop(_ tell: () -> Void) {
        changing.withLock { _ in
            guard let group = running.withLock({ $0 }) else { return }
            tell()
            group.wait()
            running.withLock { $0 = nil }
        }
    }

    /// Waits until the work is over by itself or `limit` has passed; says whether it is over.
    func wait(atMost limit: StreamDuration) -> Bool {
        guard let group = running.withLock({ $0 }) else { return true }
        return group.wait(timeout: .now() + .nanoseconds(Int(limit.nanoseconds))) == .success
    }
}
