import Dispatch
import HTTPServing
import PacketIO
import Storage

/// Makes clips that are saved, writes them to the disk and removes them there, one after the other and on a thread of its own:
/// a slow disk keeps nobody waiting but those who save.
final class ClipDesk: Sendable {
    /// Clips that may wait to be written, or removed; further ones are refused.
    static let waitingLimit = 16

    let store: ClipStore
    private let queue = DispatchQueue(label: "saved clips")
    private let waiting = Guarded(0)
    private let refused = Guarded<UInt64>(0)

    /// Keeps clips in `store`.
    init(_ store: ClipStore) { self.store = store }

    /// Clips that were refused because too many waited.
    var busyCount: UInt64 { refused.withLock { $0 } }

    /// Does something with the store on the desk's thread; false, and it is not done, when too much waits.
    func perform(_ work: @escaping @Sendable (ClipStore) -> Void) -> Bool {
        let isTaken = waiting.withLock { count in
            guard count < Self.waitingLimit else { return false }
            count += 1
            return true
        }
        guard isTaken else {
            refused.withLock { $0 += 1 }
            return false
        }
        queue.async { [store, waiting] in
            work(store)
            waiting.withLock { $0 -= 1 }
        }
        return true
    }

    /// Waits until everything is written that was taken.
    func drain() { queue.sync {} }

    /// What is said when too many wait.
    static let busy = Response.error(
        429, "more clips are being saved than the disk can take: try again in a second",
        headers: [Header("Retry-After", "1")])
}
