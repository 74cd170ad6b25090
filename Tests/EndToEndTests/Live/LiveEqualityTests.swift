import Foundation
import NetworkFormats
import PacketIO
import Reports
import TestSupport
import Testing
import Timing
import VenueSimulator

@Suite("Live, recorded and as a script")
struct LiveEqualityTests {
    private static let possible = LiveScenario.all.filter { !$0.isIPv6 || Namespace.isPossible }

    @Test("a recording gives the live report, byte for byte", arguments: possible)
    func recording(scenario: LiveScenario) throws {
        let run = try LiveRun.of(scenario)
        #expect(run.recorder.missed == 0 && run.recorder.failure == nil)
        #expect(run.recordedArrivals == run.arrivals)
        #expect(run.live.channels.isEmpty == scenario.datagrams.isEmpty)
        let (live, recorded) = (Analysing.comparable(run.live), Analysing.comparable(run.recorded))
        #expect(recorded == live, "\(Self.difference(live, recorded))")
    }

    @Test("what a script loses and repairs, live does", arguments: possible.filter { $0.agreement != .nothing })
    func script(scenario: LiveScenario) throws {
        let run = try LiveRun.of(scenario)
        // What closes by time closes earlier then.
        if run.wasLate(scenario) { return }
        #expect(run.arrivals.headers.count == scenario.script.count)
        #expect(run.receiver.kernelDrops == 0)
        let areWindowsMeant = scenario.agreement == .windows
        #expect(Self.lines(of: run.live, areWindowsMeant) == Self.lines(of: run.script, areWindowsMeant))
    }

    @Test("each scenario holds what it is named for")
    func contents() throws {
        func run(_ name: String) throws -> LiveRun {
            try LiveRun.of(try #require(LiveScenario.all.first { $0.name == name }))
        }
        #expect(try run("sixteen channels").live.channels.count == 16)
        #expect(try run("announced, renamed and deleted").live.channels.contains { $0.name == "North stand" })
        let marked = try run("marked and far-travelled").arrivals.headers
        #expect(marked.allSatisfy { $0.ttl == 17 && $0.dscp == 46 } && !marked.isEmpty)
        let small = try run("a buffer that is too small")
        #expect(small.arrivals.headers.contains { $0.droppedBefore > 0 } && small.live.capture.captureDrops > 0)
        #expect(small.live.findings.count(of: "capture.drops") == 1)
        #expect(try run("a subscription to one of two senders").live.channels.count == 1)
        #expect(try run("two senders of one group").live.channels.count == 2)
        #expect(try run("a sender's restart").live.channels.first?.rtp?.sequenceResets == 1)
        let ahead = try run("the wall clock steps an hour ahead").arrivals.headers
        let first = try #require(ahead.first)
        let last = try #require(ahead.last)
        #expect(last.time - first.time < StreamDuration(seconds: 60))
        #expect(try run("datagrams of every length").arrivals.headers.contains { $0.wireLength > 60_000 })
        let schemes = Set(LiveScenario.all.compactMap { try? LiveRun.of($0) }.flatMap(\.live.channels).map(\.carriage))
        #expect(schemes.count == 3)
    }

    /// Numbers that do not depend on when a datagram arrived within its window.
    private static func lines(of report: AnalysisReport, _ areWindowsMeant: Bool) -> [String] {
        report.channels.map { channel in
            var line = "\(channel.id) \(channel.name) \(channel.carriage)"
            if let rtp = channel.rtp {
                line += " expected \(rtp.expected) received \(rtp.received) lost \(rtp.lost)"
                line += " duplicates \(rtp.duplicates) reordered \(rtp.reordered) depth \(rtp.reorderDepth)"
                line += " late \(rtp.late) resets \(rtp.sequenceResets) ssrc \(rtp.ssrc)"
            }
            if let loss = channel.loss { line += " holes \(loss.holes) longest \(loss.longest)" }
            if let fec = channel.fec {
                line += " repairs \(fec.received) recovered \(fec.recovered) unrecovered \(fec.unrecovered)"
            }
            if let windows = channel.windows, areWindowsMeant {
                line += " whole \(windows.noLoss) repaired \(windows.recoverySuccesses) failed"
                line += " \(windows.recoveryFailures) open \(windows.open) partial \(windows.partial)"
            }
            if let transport = channel.transport { line += " breaks \(transport.discontinuities)" }
            return line
        }
    }

    /// The first lines that differ.
    private static func difference(_ live: String, _ recorded: String) -> String {
        let pairs = zip(live.split(separator: "\n"), recorded.split(separator: "\n")).filter { $0 != $1 }
        return pairs.prefix(5).map { "live \($0) | recorded \($1)" }.joined(separator: "\n")
    }
}
