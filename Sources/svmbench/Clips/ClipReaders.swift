import Dispatch
import Foundation
import Glibc
import Synchronization

/// The readers of the load: they ask for so many clips a second, each when it is due whether or not those before it are through.
///
/// What is late because all readers wait counts as the server's delay.
final class ClipReaders: Sendable {
    /// Readers at a time.
    private static let readers = 48
    /// Failures that are said in words.
    private static let said = 5

    private struct Results {
        var tally = ClipLoadTally()
        var times: [Bool: ClipTimes] = [:]
        var all = ClipTimes()
        var firstBytes = ClipTimes()
        var saidCount = 0
    }

    private let port: UInt16
    private let channels: [String]
    private let rate: Int
    private let total: Int
    private let next = Atomic(0)
    private let results = Mutex(Results())

    /// Readers of the server at `port` for so many seconds.
    init(port: UInt16, channels: [String], rate: Int, seconds: Int) {
        self.port = port
        self.channels = channels
        self.rate = rate
        total = rate * seconds
    }

    /// Reads, and writes what came of it.
    func run() -> Bool {
        guard !channels.isEmpty, rate > 0 else { return false }
        let start = Measure.now + 0.1
        let threads = DispatchGroup()
        for _ in 0..<Self.readers {
            threads.enter()
            let thread = Thread { [self] in
                read(from: start)
                threads.leave()
            }
            thread.start()
        }
        threads.wait()
        let text = results.withLock { results in
            var tally = results.tally
            (tally.p50, tally.p99) = (results.all.percentile(50), results.all.percentile(99))
            tally.longest = results.all.percentile(100)
            tally.movieP99 = results.times[true, default: ClipTimes()].percentile(99)
            tally.transportP99 = results.times[false, default: ClipTimes()].percentile(99)
            tally.firstByteP99 = results.firstBytes.percentile(99)
            return tally.text
        }
        Bench.put(text + "\n", to: STDOUT_FILENO)
        return true
    }

    private func read(from start: Double) {
        var client = ClipClient(port: port)
        while true {
            let number = next.add(1, ordering: .relaxed).oldValue
            guard number < total else { return }
            let due = start + Double(number) / Double(rate)
            FaultTime.sleep(due - Measure.now)
            let wish = ClipWish(number, of: channels)
            let answer = client.get(wish.path, fields: wish.field, since: due)
            note(wish, answer)
        }
    }

    private func note(_ wish: ClipWish, _ answer: ClipClient.Fetched?) {
        let fault = answer.map { wish.fault(of: $0) } ?? "no answer"
        let sentence: String? = results.withLock { results in
            results.tally.bytes += answer?.count ?? 0
            if answer?.status == 429 {
                results.tally.refused += 1
                return nil
            }
            guard let answer, fault == nil else {
                results.tally.failed += 1
                results.saidCount += 1
                return results.saidCount <= Self.said ? "\(wish.path): \(fault ?? "")" : nil
            }
            if wish.part == .whole { results.tally.whole += 1 } else { results.tally.parts += 1 }
            results.all.append(answer.seconds)
            results.firstBytes.append(answer.firstByte)
            if wish.part == .whole { results.times[wish.isMovie, default: ClipTimes()].append(answer.seconds) }
            return nil
        }
        if let sentence { Bench.say(sentence) }
    }
}
