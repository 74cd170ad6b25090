import Testing
import Timing

@Suite("Media time stamps")
struct MediaTimestampTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var from: UInt64
        var to: UInt64
        var distance: Int64
        var testDescription: String { "\(from) to \(to)" }
    }

    // By hand, on a circle of 2^33 = 8 589 934 592.
    static let cases = [
        Case(from: 0, to: 0, distance: 0), Case(from: 0, to: 1, distance: 1), Case(from: 1, to: 0, distance: -1),
        Case(from: 8_589_934_591, to: 0, distance: 1), Case(from: 0, to: 8_589_934_591, distance: -1),
        Case(from: 8_589_934_000, to: 400, distance: 992),
        Case(from: 0, to: 4_294_967_295, distance: 4_294_967_295),
        Case(from: 0, to: 4_294_967_296, distance: -4_294_967_296),
        Case(from: 0, to: 4_294_967_297, distance: -4_294_967_295),
        Case(from: 4_294_967_296, to: 0, distance: -4_294_967_296),
    ]

    @Test("are as far apart as the short way round is", arguments: cases)
    func distances(_ example: Case) {
        let from = MediaTimestamp(example.from)
        let to = MediaTimestamp(example.to)
        #expect(to.distance(from: from) == example.distance)
        #expect(from.advanced(by: example.distance) == to)
    }

    @Test("have 33 bits, whatever they are made of")
    func bits() {
        #expect(MediaTimestamp(1 << 33).rawValue == 0)
        #expect(MediaTimestamp(.max).rawValue == 8_589_934_591)
        #expect(MediaTimestamp(0).advanced(by: -1).rawValue == 8_589_934_591)
        #expect(MediaTimestamp(0).advanced(by: .min).rawValue == 0)
        #expect(MediaTimestamp(0).advanced(by: .max).rawValue == 8_589_934_591)
    }

    @Test("are unwrapped to the nearest value, across the wrap both ways")
    func unwrapping() {
        let turn: Int64 = 8_589_934_592
        #expect(MediaTimestamp(5).unwrapped(nearest: turn - 10) == turn + 5)
        #expect(MediaTimestamp(8_589_934_591).unwrapped(nearest: turn + 3) == turn - 1)
        #expect(MediaTimestamp(8_589_934_591).unwrapped(nearest: 3) == -1)
        #expect(MediaTimestamp(7).unwrapped(nearest: 40 * turn) == 40 * turn + 7)
        #expect(MediaTimestamp(0).unwrapped(nearest: -5) == 0)
        var value: Int64 = 8_589_000_000
        for _ in 0..<2_000 {
            let next = value + 900_000
            value = MediaTimestamp(UInt64(next) % 8_589_934_592).unwrapped(nearest: value)
            #expect(value == next)
        }
        _ = MediaTimestamp(0).unwrapped(nearest: .max)
        _ = MediaTimestamp(0).unwrapped(nearest: .min)
    }
}

@Suite("Program clocks")
struct ProgramClockTests {
    @Test("are base times 300 plus extension, round the circle")
    func values() {
        #expect(ProgramClock(base: 1, extension: 2).rawValue == 302)
        #expect(ProgramClock(base: 8_589_934_591, extension: 299).rawValue == 2_576_980_377_599)
        #expect(ProgramClock(base: 8_589_934_591, extension: 300).rawValue == 0)
        #expect(ProgramClock(base: 0, extension: 511).rawValue == 511)
        #expect(ProgramClock(2_576_980_377_600).rawValue == 0)
        _ = ProgramClock(.max)
    }

    @Test("are as far apart as the short way round is")
    func distances() {
        let last = ProgramClock(base: 8_589_934_591, extension: 299)
        let zero = ProgramClock(0)
        #expect(zero.distance(from: last) == 1)
        #expect(last.distance(from: zero) == -1)
        #expect(ProgramClock(1_288_490_188_799).distance(from: zero) == 1_288_490_188_799)
        #expect(ProgramClock(1_288_490_188_800).distance(from: zero) == -1_288_490_188_800)
        #expect(ProgramClock(27_000_000).distance(from: zero) == 27_000_000)
        #expect(ProgramClock(13_500_000).distance(from: ProgramClock(2_576_966_877_600)) == 27_000_000)
    }
}
