import Foundation
import Glibc
import Synchronization

/// Ends the program when a fault has stopped it, and says which.
final class FaultWatch: Sendable {
    private let stage = Mutex("the beginning")

    /// Begins to watch: the program may take so many seconds.
    init(seconds: Double) {
        let thread = Thread { [self] in
            let wait = FaultWait()
            while !wait.isLonger(than: seconds) { FaultTime.sleep(1) }
            Bench.say("stuck for \(Int(seconds)) s at: \(stage.withLock { $0 })")
            _exit(FaultsBench.Status.broken)
        }
        thread.start()
    }

    /// Notes what is done now.
    func note(_ name: String) { stage.withLock { $0 = name } }
}
