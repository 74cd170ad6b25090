import Foundation
import NetworkFormats
import PacketIO
import Reports
import Synchronization
import TestSupport
import Testing
import Timing
import VenueRuntime
import VenueSettings

@Suite("A live venue and its recording", .enabled(if: Namespace.isPossible))
struct LiveVenueEqualityTests {
    /// What the venue wrote beside its recording, and what the analyzer says of that.
    private struct Outcome: Sendable {
        var written: String
        var analysed: String
        var datagrams: UInt64
        var failure: String?
    }

    private static let names = [
        "random loss", "four channels of every carriage", "silence in the middle", "a sender's restart",
        "datagrams of every length", "random venue 8",
    ]

    private static let outcomes: [String: Result<Outcome, any Error>] = {
        let found = Mutex<[String: Result<Outcome, any Error>]>([:])
        let group = DispatchGroup()
        for scenario in LiveScenario.all where names.contains(scenario.name) {
            group.enter()
            Thread.detachNewThread {
                let result = Result {
                    try Namespace.enter()
                    return try Analysing.inFolder { try outcome(of: scenario, in: $0) }
                }
                found.withLock { $0[scenario.name] = result }
                group.leave()
            }
        }
        group.wait()
        return found.withLock { $0 }
    }()

    private static func outcome(of scenario: LiveScenario, in folder: String) throws -> Outcome {
        let path = folder + "/venue.pcapng"
        let joins = scenario.groups.compactMap { JoinAddress("udp://\($0)") }
        let venue = try LiveVenue(
            options: LiveOptions(
                source: .network(
                    .init(interface: "lo", announcements: nil, followsSAP: false, joins: joins)),
                recording: .init(path: path)))
        venue.start()
        // The kernel begins to stamp a moment after the first socket asked for it.
        usleep(50_000)
        let sender = LiveSender(scenario, steps: nil)
        sender.run()
        // Somebody asks for the report meanwhile; that changes nothing.
        _ = venue.report()
        usleep(UInt32(scenario.tail.nanoseconds / 1_000))
        let result = venue.stop()
        let written = try String(contentsOfFile: path + ".report.json", encoding: .utf8)
        return Outcome(
            written: Analysing.comparable(written), analysed: Analysing.comparable(try Analysing.file(path)),
            datagrams: result?.facts.datagrams ?? 0, failure: sender.failure)
    }

    @Test("the report beside a recording is the analyzer's, byte for byte", arguments: names)
    func equals(name: String) throws {
        let outcome = try #require(Self.outcomes[name]).get()
        let scenario = try #require(LiveScenario.all.first { $0.name == name })
        #expect(outcome.failure == nil && outcome.datagrams == UInt64(scenario.datagrams.count))
        #expect(outcome.written == outcome.analysed)
        #expect(outcome.written.contains("\"channels\":"))
    }
}
