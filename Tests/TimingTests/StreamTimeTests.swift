import Testing
import Timing

@Suite("Stream time")
struct StreamTimeTests {
    static let late = StreamTime(nanoseconds: .max)
    static let early = StreamTime(nanoseconds: .min)
    static let zero = StreamTime(nanoseconds: 0)

    @Test("adds and subtracts lengths")
    func arithmetic() {
        let time = StreamTime(nanoseconds: 1_000)
        #expect(time + StreamDuration(nanoseconds: 5) == StreamTime(nanoseconds: 1_005))
        #expect(time - StreamDuration(nanoseconds: 5) == StreamTime(nanoseconds: 995))
        #expect(time - StreamTime(nanoseconds: 3_000) == StreamDuration(nanoseconds: -2_000))
        #expect(time + StreamTime.tick == StreamTime(nanoseconds: 100_001_000))
        #expect(time < StreamTime(nanoseconds: 1_001))
    }

    @Test("stops at the ends of its range instead of wrapping")
    func ends() {
        let one = StreamDuration(nanoseconds: 1)
        let minusOne = StreamDuration(nanoseconds: -1)
        #expect(Self.late + one == Self.late)
        #expect(Self.early + minusOne == Self.early)
        #expect(Self.early - one == Self.early)
        #expect(Self.late - minusOne == Self.late)
        #expect(Self.late - StreamDuration(nanoseconds: .min) == Self.late)
        #expect((Self.late - Self.early).nanoseconds == .max)
        #expect((Self.early - Self.late).nanoseconds == .min)
        #expect((Self.zero - Self.early).nanoseconds == .max)
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var time: Int64
        var rounded: Int64
        var testDescription: String { "\(time)" }
    }

    static let cases = [
        Case(time: 0, rounded: 0), Case(time: 99_999_999, rounded: 0), Case(time: 100_000_000, rounded: 100_000_000),
        Case(time: 123_456_789, rounded: 100_000_000), Case(time: -1, rounded: -100_000_000),
        Case(time: -100_000_000, rounded: -100_000_000), Case(time: -100_000_001, rounded: -200_000_000),
        Case(time: 1_700_000_000_050_000_000, rounded: 1_700_000_000_000_000_000), Case(time: .min, rounded: .min),
    ]

    @Test("is rounded down to ticks, also before the epoch", arguments: cases)
    func rounding(_ example: Case) {
        let rounded = StreamTime(nanoseconds: example.time).roundedDown(to: StreamTime.tick)
        #expect(rounded.nanoseconds == example.rounded)
    }
}

@Suite("Lengths of stream time")
struct StreamDurationTests {
    @Test("are made of and shown in milliseconds and seconds")
    func units() {
        #expect(StreamDuration(milliseconds: 1_500).nanoseconds == 1_500_000_000)
        #expect(StreamDuration(seconds: -2).nanoseconds == -2_000_000_000)
        #expect(StreamDuration(nanoseconds: 2_500_000).milliseconds == 2.5)
        #expect(StreamDuration(nanoseconds: 2_500_000_000).seconds == 2.5)
        #expect(StreamDuration.zero.nanoseconds == 0)
    }

    @Test("are added, subtracted, multiplied and ordered")
    func arithmetic() {
        let second = StreamDuration(seconds: 1)
        #expect(second + second == StreamDuration(seconds: 2))
        #expect(second - StreamDuration(seconds: 3) == StreamDuration(seconds: -2))
        #expect(StreamTime.tick * 10 == second)
        #expect(StreamDuration.zero < second)
    }

    @Test("stop at the ends of the range when made of too much")
    func ends() {
        #expect(StreamDuration(milliseconds: .max).nanoseconds == .max)
        #expect(StreamDuration(milliseconds: .min).nanoseconds == .min)
        #expect(StreamDuration(seconds: 10_000_000_000).nanoseconds == .max)
        #expect(StreamDuration(seconds: -10_000_000_000).nanoseconds == .min)
        _ = StreamDuration(seconds: .max) * .max
        _ = StreamDuration(seconds: .min) - StreamDuration(seconds: .max)
    }
}
