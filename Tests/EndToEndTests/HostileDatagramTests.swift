import Bytes
import Foundation
import FuzzTargets
import NetworkFormats
import Pipeline
import Testing

@Suite("Hostile datagrams")
struct HostileDatagramTests {
    /// `make soak` sets SVM_SOAK to multiply the runs.
    private static let runs = 4 * (ProcessInfo.processInfo.environment["SVM_SOAK"].flatMap(Int.init) ?? 1)
    private static let venues = 5
    private static let datagrams = 50_000
    /// How much more memory a later venue may take than the first ones, with all tests beside it.
    private static let growthLimit = 256 << 20

    /// A million datagrams in all: 4 runs of 5 venues of 50 000 each.
    @Test("never stop, stall or swell a venue", arguments: 0..<runs)
    func million(run: Int) {
        var traffic = HostileTraffic(seed: UInt64(run))
        var early = 0
        for venue in 0..<Self.venues {
            var engine = VenueEngine(output: VenueWitness())
            for _ in 0..<Self.datagrams { traffic.next(into: &engine) }
            engine.advance(to: traffic.time)
            engine.finish()
            #expect(engine.output.complaints(about: engine.snapshot) == [])
            if venue == 0 { early = ResidentMemory.bytes }
        }
        #expect(ResidentMemory.bytes - early < Self.growthLimit)
    }
}
