import History
import PacketIO
import Pipeline
import Protection
import Quality
import Testing
import Timing

@testable import ReplayService

@Suite("What watches for automatic evidence")
struct EvidenceWatchTests {
    let served: ServedSample

    init() throws { served = try ServedSample() }

    private func wishes(_ body: (EvidenceWatch) -> Void) -> [AutomaticEvidence.Wish] {
        let found = Guarded<[AutomaticEvidence.Wish]>([])
        let watch = EvidenceWatch { _ in }
        watch.start { wish in
            found.withLock { $0.append(wish) }
            return nil
        }
        body(watch)
        watch.stop()
        return found.withLock { $0 }
    }

    @Test("asks once for each channel of the sample with a failed window, for the time around it")
    func failedWindows() throws {
        let view = served.service.publisher.view
        let found = wishes { watch in
            watch.look(at: view)
            watch.look(at: view)
        }
        let failing = view.channels.filter { $0.snapshot.windows.recoveryFailures > $0.snapshot.windows.tail }
        #expect(!failing.isEmpty)
        // The sample is shorter than a minute.
        #expect(found.map(\.channel).sorted() == failing.map(\.index).sorted())
        for wish in found {
            let windows = view.channels.first { $0.index == wish.channel }?.snapshot.history?.windows ?? []
            let failed = windows.filter { $0.record.outcome == .recoveryFailed }.map(\.record)
            #expect(failed.contains { $0.closed == wish.trigger && $0.opened >= wish.start && $0.closed < wish.end })
        }
    }

    @Test("asks for every channel with pictures when the service goes down, and for none when a session ends")
    func serviceDown() throws {
        let view = VenueView(venue: served.service.publisher.view.venue, channels: [])
        let whole = served.service.publisher.view
        #expect(
            wishes { watch in
                watch.serviceState(ServiceState(reasons: .sdkNotRunning), in: whole)
                watch.serviceState(ServiceState(reasons: []), in: whole)
                watch.serviceState(ServiceState(reasons: .noChannels), in: view)
                watch.look(at: VenueView(venue: whole.venue, channels: [], isOver: true))
            }.isEmpty)
        let found = wishes { watch in
            watch.serviceState(ServiceState(reasons: .noChannels), in: whole)
            watch.look(at: VenueView(venue: whole.venue, channels: [], isOver: true))
        }
        #expect(found.count == whole.channels.count { $0.snapshot.history?.liveEdge != nil })
        #expect(found.allSatisfy { $0.reason == .serviceDown(.noChannels) })
    }

    @Test("does nothing before it is started and after it was stopped")
    func idle() throws {
        let view = served.service.publisher.view
        let watch = EvidenceWatch { _ in }
        watch.look(at: view)
        let count = Guarded(0)
        watch.start { _ in
            count.withLock { $0 += 1 }
            return nil
        }
        watch.stop()
        watch.look(at: view)
        watch.stop()
        #expect(count.withLock { $0 } == 0)
    }
}
