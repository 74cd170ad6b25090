import Foundation
import PacketIO

/// Lines that are noted from any thread, in order.
final class Lines: Sendable {
    private let noted = Guarded<[String]>([])

    func add(_ line: String) { noted.withLock { $0.append(line) } }

    /// Forgets what was noted.
    func removeAll() { noted.withLock { $0 = [] } }

    var all: [String] { noted.withLock { $0 } }

    /// Waits, at most so many seconds, until `condition` holds of the lines.
    @discardableResult
    func wait(seconds: Double = 20, until condition: ([String]) -> Bool) -> Bool {
        let end = Date().addingTimeInterval(seconds)
        while Date() < end {
            if condition(all) { return true }
            usleep(5_000)
        }
        return condition(all)
    }
}
