import Bytes
import CaptureFormats
import Foundation
import NetworkFormats
import PacketIO
import Pipeline
import Reports
import Synchronization
import TestSupport
import Timing
import VenueRuntime
import VenueSimulator

/// A scenario sent over loopback: what was measured while it arrived, and what its recording tells.
struct LiveRun: Sendable {
    /// What arrives goes to the recorder, to the engine and into a list.
    private struct Sink: DatagramSink {
        var engine = VenueEngine(output: NoSink())
        var tally = LiveTally()
        var arrivals = Arrivals()
        let recorder: CaptureRecorder

        mutating func ingest(_ header: DatagramHeader, _ payload: RawSpan) {
            recorder.record(header, payload)
            tally.count(header)
            engine.ingest(header, payload)
            arrivals.ingest(header, payload)
        }

        mutating func advance(to time: StreamTime) {
            recorder.advance(to: time)
            engine.advance(to: time)
        }
    }

    /// Headers, and a sum of the payloads' bytes.
    struct Arrivals: DatagramSink, Equatable {
        var headers: [DatagramHeader] = []
        var sum: UInt64 = 0

        mutating func ingest(_ header: DatagramHeader, _ payload: RawSpan) {
            headers.append(header)
            sum = sum &* 31 &+ UInt64(payload.onesComplementSum)
        }

        mutating func advance(to time: StreamTime) {}
    }

    let live: AnalysisReport
    let recorded: AnalysisReport
    let script: AnalysisReport
    let arrivals: Arrivals
    let recordedArrivals: Arrivals
    let receiver: ReceiverFacts
    let recorder: RecorderFacts

    private static let results: [String: Result<LiveRun, any Error>] = {
        let found = Mutex<[String: Result<LiveRun, any Error>]>([:])
        let group = DispatchGroup()
        for scenario in LiveScenario.all {
            group.enter()
            Thread.detachNewThread {
                let result = Result {
                    // A network of its own for each, so that other runs on this machine do not mix in.
                    if Namespace.isPossible { try Namespace.enter() }
                    return try Analysing.inFolder { try LiveRun(scenario, in: $0) }
                }
                found.withLock { $0[scenario.name] = result }
                group.leave()
            }
        }
        group.wait()
        return found.withLock { $0 }
    }()

    /// How a scenario went; the first to ask runs them all at once.
    static func of(_ scenario: LiveScenario) throws -> LiveRun {
        struct Unknown: Error {}
        guard let result = results[scenario.name] else { throw Unknown() }
        return try result.get()
    }

    /// Whether the machine was so slow that datagrams were sent much later than they should.
    func wasLate(_ scenario: LiveScenario) -> Bool {
        guard let first = arrivals.headers.first, let begin = scenario.script.first else { return false }
        return zip(arrivals.headers, scenario.script).contains { header, datagram in
            (header.time - first.time) - (datagram.time - begin.time) > Self.lateness
        }
    }

    /// Half of the silence after which windows are closed.
    private static let lateness = StreamDuration(milliseconds: 500)

    private init(_ scenario: LiveScenario, in folder: String) throws {
        let path = folder + "/venue.pcapng"
        let clock = scenario.steps.isEmpty ? nil : SteppedClock()
        var receiver = try MulticastReceiver(
            options: ReceiverOptions(
                interface: "lo", bufferSize: scenario.bufferSize, clock: clock ?? SystemClock() as any VenueClock))
        for group in scenario.groups { try receiver.join(Subscription(group: group, sources: scenario.sources)) }
        var sink = Sink(recorder: try CaptureRecorder(opening: path, version: "test"))
        // The kernel begins to stamp a moment after the first socket asked for it.
        usleep(50_000)
        try Self.receive(scenario, clock, from: &receiver, into: &sink)
        receiver.finish(into: &sink)
        let end = receiver.lastGiven ?? receiver.start
        sink.engine.advance(to: end)
        sink.engine.finish()
        recorder = sink.recorder.finish(at: end)
        self.receiver = receiver.facts
        arrivals = sink.arrivals
        live = try AnalysisReport(venue: sink.engine.snapshot, capture: sink.tally.facts)
        recorded = try Analysing.file(path)
        var source = try CaptureSource(opening: path)
        var arrivals = Arrivals()
        try run(&arrivals, from: &source)
        recordedArrivals = arrivals
        script = try Self.script(scenario)
    }

    private static func receive(
        _ scenario: LiveScenario, _ clock: SteppedClock?, from receiver: inout MulticastReceiver, into sink: inout Sink
    ) throws {
        struct SenderFailed: Error { var reason: String }
        let sender = LiveSender(scenario, steps: clock)
        // A new thread begins in the network of the one that makes it.
        let thread = Thread { sender.run() }
        thread.start()
        var turnsLeft = scenario.tail.nanoseconds / 5_000_000
        while turnsLeft > 0 {
            if sender.isFinished { turnsLeft -= 1 }
            receiver.wait()
            if scenario.receiverPause > .zero { usleep(UInt32(scenario.receiverPause.nanoseconds / 1_000)) }
            _ = try receiver.drain(into: &sink)
        }
        if let reason = sender.failure { throw SenderFailed(reason: reason) }
    }

    private static func script(_ scenario: LiveScenario) throws -> AnalysisReport {
        var engine = VenueEngine(output: NoSink())
        for (index, datagram) in scenario.script.enumerated() {
            let length = UInt32(datagram.payload.count)
            let header = DatagramHeader(
                time: datagram.time, ordinal: UInt64(index + 1), source: datagram.source,
                destination: datagram.destination, wireLength: length, storedLength: length, ttl: scenario.ttl,
                dscp: scenario.dscp)
            let payload = datagram.payload
            engine.ingest(header, payload.lent)
        }
        if let last = scenario.script.last { engine.advance(to: last.time + scenario.tail) }
        engine.finish()
        return try AnalysisReport(venue: engine.snapshot, capture: .live())
    }
}
