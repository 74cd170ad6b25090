import CaptureFormats
import NetworkFormats
import PacketIO
import Testing
import Timing

@Suite("Time of a capture")
struct ClockTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let stamps: [Double]
        let times: [Double]
        var steps: [ClockStep] = []
        var testDescription: String { name }
    }

    static func step(_ kind: ClockStep.Kind, frame: UInt64, _ from: Double, _ to: Double, time: Double) -> ClockStep {
        ClockStep(
            kind: kind, frame: frame, from: Sample.time(from), to: Sample.time(to), time: Sample.time(time))
    }

    // Worked out by hand from the rules: a step back of over 1 s is made up for, a smaller one takes the last time,
    // gaps of over an hour are listed.
    static let cases = [
        Case(name: "a clock that goes on", stamps: [0, 1, 1, 2.5], times: [0, 1, 1, 2.5]),
        Case(name: "a small step back", stamps: [0, 5, 4.5, 4, 5.25], times: [0, 5, 5, 5, 5.25]),
        Case(name: "a step back of a second exactly", stamps: [0, 5, 4, 6], times: [0, 5, 5, 6]),
        Case(
            name: "a step back of an hour", stamps: [0, 10, -3_590, -3_589, -3_588], times: [0, 10, 10, 11, 12],
            steps: [step(.back, frame: 3, 10, -3_590, time: 10)]),
        Case(
            name: "two steps back", stamps: [0, 10, 5, 6, 1, 2], times: [0, 10, 10, 11, 11, 12],
            steps: [step(.back, frame: 3, 10, 5, time: 10), step(.back, frame: 5, 6, 1, time: 11)]),
        Case(
            name: "small steps that add up to over a second", stamps: [10, 9.5, 9, 8.5, 8.75],
            times: [10, 10, 10, 10, 10.25],
            steps: [step(.back, frame: 4, 9, 8.5, time: 10)]),
        Case(name: "a gap of an hour exactly", stamps: [0, 3_600], times: [0, 3_600]),
        Case(
            name: "a gap of more", stamps: [0, 3_601, 3_602], times: [0, 3_601, 3_602],
            steps: [step(.gap, frame: 2, 0, 3_601, time: 3_601)]),
        Case(
            name: "one stamp far ahead", stamps: [0, 1_000_000, 1, 2], times: [0, 1_000_000, 1_000_000, 1_000_001],
            steps: [
                step(.gap, frame: 2, 0, 1_000_000, time: 1_000_000),
                step(.back, frame: 3, 1_000_000, 1, time: 1_000_000),
            ]),
    ]

    @Test("never falls, and lists what the capture's clock did", arguments: cases)
    func times(_ example: Case) throws {
        let reading = try Reading(bytes: Sample.pcap(at: example.stamps))
        #expect(reading.taken.headers.map(\.time) == example.times.map(Sample.time))
        #expect(reading.facts.clockSteps == example.steps)
        #expect(reading.facts.clockStepCount == example.steps.count)
        #expect(!reading.taken.fell)
        #expect(reading.facts.firstTime == example.times.first.map(Sample.time))
        #expect(reading.facts.lastTime == example.times.last.map(Sample.time))
    }

    struct End: Sendable, CustomTestStringConvertible {
        let name: String
        let application: String?
        let stated: Double?
        let end: Double
        var testDescription: String { name }
    }

    static let ends = [
        End(name: "nothing stated", application: CaptureSource.recorderName, stated: nil, end: 2),
        End(name: "the recorder states an end", application: CaptureSource.recorderName, stated: 7, end: 7),
        End(name: "a version of the recorder", application: CaptureSource.recorderName + " 1.0", stated: 7, end: 7),
        End(name: "an hour later", application: CaptureSource.recorderName, stated: 3_602, end: 3_602),
        End(name: "over an hour later", application: CaptureSource.recorderName, stated: 3_602.5, end: 2),
        End(name: "before the last frame", application: CaptureSource.recorderName, stated: 1, end: 2),
        End(name: "another program states an end", application: "Dumpcap (Wireshark) 4.0.17", stated: 7, end: 2),
        End(name: "nobody knows who", application: nil, stated: 7, end: 2),
    ]

    @Test("ends at the last frame, or where the recorder says that it ended", arguments: ends)
    func end(_ example: End) throws {
        let bytes = Sample.pcapng(at: [0, 2], application: example.application, end: example.stated)
        let reading = try Reading(bytes: bytes)
        #expect(reading.endTime == Sample.time(example.end))
        #expect(reading.taken.advances == [Sample.time(example.end)])
    }

    @Test("has no end without frames")
    func noFrames() throws {
        let reading = try Reading(bytes: Sample.pcapng(at: [], application: CaptureSource.recorderName, end: 5))
        #expect(reading.endTime == nil && reading.taken.advances.isEmpty)
        #expect(reading.facts.firstTime == nil && reading.facts.cut == nil)
    }
}
