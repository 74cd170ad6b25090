import Bytes
import CaptureFormats
import NetworkFormats
import Pipeline
import Reports
import TestSupport
import Testing
import Timing
import VenueSimulator

/// Silence as PacketIO may tell it: any instant between two datagrams, both included, in as many steps as it likes.
@Suite("Silence")
struct SilenceTests {
    /// The report on `datagrams`; `silence` gives the instants to be told after one and before the next, in order.
    private static func report(
        _ datagrams: [SimulatedDatagram], end: StreamTime? = nil,
        silence: (StreamTime, StreamTime) -> [StreamTime] = { _, _ in [] }
    ) throws -> String {
        var engine = VenueEngine(output: NoSink())
        var last: StreamTime?
        for (index, datagram) in datagrams.enumerated() {
            if let last { for instant in silence(last, datagram.time) { engine.advance(to: instant) } }
            let length = UInt32(datagram.payload.count)
            let header = DatagramHeader(
                time: datagram.time, ordinal: UInt64(index + 1), source: datagram.source,
                destination: datagram.destination, wireLength: length, storedLength: length)
            let payload = datagram.payload
            engine.ingest(header, payload.lent)
            last = datagram.time
        }
        if let last, let end {
            for instant in silence(last, end) { engine.advance(to: instant) }
            engine.advance(to: end)
        }
        engine.finish()
        return Analysing.comparable(try AnalysisReport(venue: engine.snapshot, capture: .live()))
    }

    @Test("told at any instants changes nothing", arguments: 200..<230 as Range<UInt64>)
    func anywhere(seed: UInt64) throws {
        let datagrams = SimulatedVenue.play(.random(seed: seed)).datagrams
        let end = try #require(datagrams.last).time + StreamDuration(milliseconds: Int64(seed % 7) * 600)
        var random = SeededGenerator(seed: seed)
        let told = try Self.report(datagrams, end: end) { from, to in
            let span = to.nanoseconds - from.nanoseconds
            var instants = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                from.nanoseconds + Int64.random(in: 0...span, using: &random)
            }
            // The ticks themselves, and the very instant of the next datagram.
            if Bool.random(using: &random) { instants.append(to.roundedDown(to: StreamTime.tick).nanoseconds) }
            if Bool.random(using: &random) { instants.append(to.nanoseconds) }
            return instants.filter { $0 >= from.nanoseconds }.sorted().map { StreamTime(nanoseconds: $0) }
        }
        #expect(told == (try Self.report(datagrams, end: end)))
    }

    @Test(
        "of hours is the same in one step, in many, and when nobody tells of it", arguments: 300..<306 as Range<UInt64>)
    func hours(seed: UInt64) throws {
        var datagrams = SimulatedVenue.play(.random(seed: seed)).datagrams
        let half = datagrams.count / 2
        for index in half..<datagrams.count {
            datagrams[index].time = datagrams[index].time + StreamDuration(seconds: 3 * 3_600)
        }
        let steps = try Self.report(datagrams) { from, to in
            guard to - from > StreamDuration(seconds: 60) else { return [] }
            return (1...7_200).map { from + StreamDuration(seconds: $0) }
        }
        let whole = try Self.report(datagrams) { from, to in to - from > StreamDuration(seconds: 60) ? [to] : [] }
        let untold = try Self.report(datagrams)
        #expect(steps == untold && whole == untold)
    }

    /// A recording tells of an hour after its last datagram at most.
    @Test("beyond an hour behind the last datagram says nothing more", arguments: 310..<316 as Range<UInt64>)
    func end(seed: UInt64) throws {
        let datagrams = SimulatedVenue.play(.random(seed: seed)).datagrams
        let last = try #require(datagrams.last).time
        let hour = try Self.report(datagrams, end: last + StreamDuration(seconds: 3_600))
        #expect(hour == (try Self.report(datagrams, end: last + StreamDuration(seconds: 5 * 3_600))))
        let steps = try Self.report(datagrams, end: last + StreamDuration(seconds: 4_000)) { from, to in
            to - from > StreamDuration(seconds: 3_000) ? (1...3_900).map { from + StreamDuration(seconds: $0) } : []
        }
        #expect(hour == steps)
    }
}
