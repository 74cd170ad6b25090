import Evidence
import Synchronization
import Testing
import Timing

@testable import History

@Suite("Readers of a history")
struct ReadingTests {
    /// What the owner of a history and its readers share.
    private final class Exchange: Sendable {
        let latest = Mutex<HistorySnapshot?>(nil)
        let isOver = Mutex(false)
        let wrong = Mutex(0)
    }

    @Test("on other threads see what was kept while the owner goes on, evicts and fills slabs again")
    func concurrently() async {
        let exchange = Exchange()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await Self.own(exchange) }
            for _ in 0..<3 { group.addTask { await Self.read(exchange) } }
        }
        #expect(exchange.wrong.withLock { $0 } == 0)
    }

    private static func own(_ exchange: Exchange) async {
        var maker = MediaMaker(HistoryLimits(depth: StreamDuration(milliseconds: 500)))
        for number in 0..<6_000 {
            maker.take(number, at: Int64(number) * 10)
            if number % 64 == 0 { maker.evict(at: Int64(number) * 10) }
            if number % 16 == 0 {
                let snapshot = maker.history.snapshot()
                exchange.latest.withLock { $0 = snapshot }
            }
            if number % 500 == 0 { await Task.yield() }
        }
        exchange.isOver.withLock { $0 = true }
    }

    private static func read(_ exchange: Exchange) async {
        while !exchange.isOver.withLock({ $0 }) {
            await Task.yield()
            guard let media = exchange.latest.withLock({ $0?.media }) else { continue }
            for serial in stride(from: media.first.serial, to: media.end.serial, by: 37)
            where media.bytes(of: MediaID(serial: serial)) != MediaMaker.media(Int(serial)) {
                exchange.wrong.withLock { $0 += 1 }
            }
        }
    }
}
