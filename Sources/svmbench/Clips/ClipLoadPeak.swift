import Dispatch
import Foundation
import Synchronization

/// The most bytes that this process has resident while something happens, looked at several times a second.
final class ClipLoadPeak: Sendable {
    private let most = Mutex(0)
    private let isStopping = Atomic(false)
    private let thread = DispatchGroup()

    func start() {
        thread.enter()
        let running = Thread { [self] in
            while !isStopping.load(ordering: .relaxed) {
                let resident = Measure.Usage().resident
                most.withLock { $0 = max($0, resident) }
                FaultTime.sleep(0.2)
            }
            thread.leave()
        }
        running.start()
    }

    /// The most that it was.
    func stop() -> Int {
        isStopping.store(true, ordering: .relaxed)
        thread.wait()
        return most.withLock { $0 }
    }
}
