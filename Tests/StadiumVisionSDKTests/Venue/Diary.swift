import Foundation
import PacketIO

/// Lines with their instants by the steady clock, in nanoseconds, noted from any thread.
final class Diary: Sendable {
    struct Entry: Sendable {
        var instant: Int64
        var line: String
    }

    private let noted = Guarded<[Entry]>([])

    func add(_ line: String) { noted.withLock { $0.append(Entry(instant: NumberedView.now, line: line)) } }

    var all: [Entry] { noted.withLock { $0 } }

    /// Waits, at most so many seconds, for entries from the place `start` on of which `condition` holds.
    @discardableResult
    func wait(from start: Int = 0, seconds: Double = 15, until condition: ([String]) -> Bool) -> Bool {
        let end = Date().addingTimeInterval(seconds)
        while Date() < end {
            if condition(all.dropFirst(start).map(\.line)) { return true }
            usleep(5_000)
        }
        return false
    }
}
