import Bytes
import Evidence
import NetworkFormats
import TestSupport
import Testing
import Timing
import TransportStream

@Suite("Program clocks")
struct ClockTests {
    /// One value of the clock, in units of 27 MHz, and when it comes, in nanoseconds.
    struct Value {
        var arrival: Int64
        var clock: UInt64
        var isRebuilt = false

        /// Value number `index` of a clock that is right, every 40 ms, from `clock` on.
        static func even(_ index: Int, from clock: UInt64 = 0) -> Self {
            Self(arrival: Int64(index) * 40_000_000, clock: clock + UInt64(index) * 1_080_000)
        }
    }

    /// Feeds one packet per value.
    private func measured(
        _ values: [Value], announced: Set<Int> = []
    ) throws -> (facts: ClockFacts, output: TransportOutput) {
        var analyzer = TransportAnalyzer()
        var output = TransportOutput()
        for (index, value) in values.enumerated() {
            var writer = ByteWriter()
            TransportPacketizer().write(
                clock: ProgramClock(value.clock), pid: 500, isDiscontinuity: announced.contains(index), to: &writer)
            let moment = Moment(time: StreamTime(nanoseconds: value.arrival), ordinal: UInt64(index))
            analyzer.ingest(
                writer.bytes.span.bytes, from: MediaID(serial: UInt64(index)), moment: moment,
                isRebuilt: value.isRebuilt, into: &output)
        }
        return (try #require(analyzer.facts.clocks.first), output)
    }

    @Test("a clock that is 40 ppm fast drifts by +40, across the wrap, without jitter")
    func drift() throws {
        // 1 080 043.2 units of 27 MHz every 40 ms are 27 001 080 a second: 40 ppm more than 27 MHz.
        let start = ProgramClock.modulus - 27_000_000
        let values = (0..<1_000).map { index in
            let fast = UInt64(index) * 43 + UInt64(index) / 5
            let even = Value.even(index, from: start)
            return Value(arrival: even.arrival, clock: (even.clock + fast) % ProgramClock.modulus)
        }
        let (facts, output) = try measured(values)
        let drift = try #require(facts.driftPpm)
        #expect(abs(drift - 40) < 0.01)
        #expect(facts.longestStep == StreamDuration(milliseconds: 40))
        let jitter = try #require(facts.jitter)
        #expect(jitter.nanoseconds < 100)
        #expect(facts.jumps == 0)
        #expect(output.clockChanges.isEmpty)
        #expect(facts.count == 1_000)
    }

    @Test("late arrivals are the jitter that 99 of 100 do not exceed")
    func jitter() throws {
        // Every second arrival is 2 ms late: the line lies in the middle, 1 ms from each.
        let values = (0..<500).map { index in
            var value = Value.even(index)
            if index % 2 == 1 { value.arrival += 2_000_000 }
            return value
        }
        let (facts, _) = try measured(values)
        let jitter = try #require(facts.jitter)
        #expect(abs(jitter.nanoseconds - 1_000_000) < 20_000)
        #expect(facts.longestStep == StreamDuration(milliseconds: 42))
    }

    @Test("a jump begins a new time base, announced or not; a gap and a burst do not")
    func jumps() throws {
        var values = (0..<10).map { Value.even($0) }
        values += (10..<20).map { Value.even($0, from: 900_000_000) }
        values += (20..<30).map { Value.even($0) }
        // Three seconds of silence, then what was held back at once.
        values += (30..<105).map { Value(arrival: 4_160_000_000, clock: UInt64($0) * 1_080_000) }
        let (facts, output) = try measured(values, announced: [5])
        #expect(facts.jumps == 3)
        #expect(output.clockChanges.map(\.isAnnounced) == [true, false, false])
        #expect(output.clockChanges.map(\.moment.ordinal) == [5, 10, 20])
    }

    @Test("clock values that were rebuilt seconds later are no jumps and no jitter")
    func rebuilt() throws {
        let values = (0..<500).map { index in
            var value = Value.even(index)
            if index % 10 == 3 {
                value.arrival += 2_500_000_000
                value.isRebuilt = true
            }
            return value
        }
        let (facts, _) = try measured(values)
        #expect(facts.jumps == 0)
        let jitter = try #require(facts.jitter)
        #expect(jitter.nanoseconds < 100)
        #expect(facts.longestStep == StreamDuration(milliseconds: 80))
        // The same, but late and not rebuilt: jitter, and still no jump.
        let late = try measured(values.map { Value(arrival: $0.arrival, clock: $0.clock) }).facts
        #expect(late.jumps == 0)
        let much = try #require(late.jitter)
        #expect(much > StreamDuration(milliseconds: 2_000))
    }

    @Test("a clock value that was rebuilt after an outage is no jump")
    func rebuiltAfterOutage() throws {
        // Nothing comes for 1.44 s; the first value after it is a rebuilt one, whose time says nothing.
        var values = (0..<50).map { Value.even($0) } + (85..<135).map { Value.even($0) }
        values[50].isRebuilt = true
        let (facts, output) = try measured(values)
        #expect(facts.jumps == 0)
        #expect(output.clockChanges.isEmpty)
        // From value 49 to 86: the rebuilt one between them is not measured.
        #expect(facts.longestStep == StreamDuration(milliseconds: 37 * 40))
    }

    @Test("units after a jump of their program's clock are of the next time base")
    func timeBases() {
        var sketch = StreamSketch()
        sketch.addTables([.init(streamType: 0x1B, pid: 257)])
        for index in 0..<6 {
            let time = index < 3 ? UInt64(index) * 3_600 : 5_000_000 + UInt64(index) * 3_600
            sketch.addUnit(
                StreamSketch.picture(100), pid: 257, pts: time + 9_000,
                adaptation: AdaptationField(clock: ProgramClock(time * 300)))
        }
        let units = sketch.told(interval: StreamDuration(milliseconds: 40)).output.accessUnits
        #expect(units.map(\.timeBase) == [0, 0, 0, 1, 1, 1])
        #expect(units.map(\.pts) == [9_000, 12_600, 16_200, 5_019_800, 5_023_400, 5_027_000])
    }
}
