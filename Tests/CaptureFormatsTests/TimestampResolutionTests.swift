import CaptureFormats
import Testing

@Suite("Resolution of stamps")
struct TimestampResolutionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let resolution: UInt8
        let ticks: UInt64
        let nanoseconds: Int64
        let name: String
        var testDescription: String { "\(ticks) of \(name)" }
    }

    // Worked out by hand from section 4.2: a tick is 10^-n or 2^-n seconds.
    static let cases = [
        Case(resolution: 0, ticks: 7, nanoseconds: 7_000_000_000, name: "s"),
        Case(resolution: 1, ticks: 7, nanoseconds: 700_000_000, name: "10^-1"),
        Case(resolution: 3, ticks: 1_001, nanoseconds: 1_001_000_000, name: "ms"),
        Case(resolution: 6, ticks: 1_340_954_905_298_858, nanoseconds: 1_340_954_905_298_858_000, name: "us"),
        Case(resolution: 9, ticks: 1_340_954_905_298_858_123, nanoseconds: 1_340_954_905_298_858_123, name: "ns"),
        Case(resolution: 10, ticks: 19, nanoseconds: 1, name: "10^-10"),
        Case(resolution: 12, ticks: 1_999, nanoseconds: 1, name: "ps"),
        Case(resolution: 28, ticks: .max, nanoseconds: 1, name: "10^-28"),
        Case(resolution: 29, ticks: .max, nanoseconds: 0, name: "10^-29"),
        Case(resolution: 127, ticks: .max, nanoseconds: 0, name: "10^-127"),
        Case(resolution: 0x80, ticks: 3, nanoseconds: 3_000_000_000, name: "s"),
        Case(resolution: 0x81, ticks: 3, nanoseconds: 1_500_000_000, name: "2^-1"),
        Case(resolution: 0x8a, ticks: 1_025, nanoseconds: 1_000_976_562, name: "2^-10"),
        // NTP's resolution: 2^31 ticks of 2^-32 s are half a second.
        Case(resolution: 0xa0, ticks: 0x1_8000_0000, nanoseconds: 1_500_000_000, name: "2^-32"),
        Case(resolution: 0xbf, ticks: .max, nanoseconds: 1_999_999_999, name: "2^-63"),
        Case(resolution: 0xc0, ticks: .max, nanoseconds: 999_999_999, name: "2^-64"),
        Case(resolution: 0xdd, ticks: .max, nanoseconds: 1, name: "2^-93"),
        Case(resolution: 0xff, ticks: .max, nanoseconds: 0, name: "2^-127"),
        // Beyond 2^63 - 1 nanoseconds: the year 2262.
        Case(resolution: 9, ticks: .max, nanoseconds: .max, name: "ns"),
        Case(resolution: 6, ticks: .max, nanoseconds: .max, name: "us"),
        Case(resolution: 6, ticks: 9_223_372_036_854_776, nanoseconds: .max, name: "us"),
        Case(resolution: 0, ticks: .max, nanoseconds: .max, name: "s"),
        Case(resolution: 0x80, ticks: .max, nanoseconds: .max, name: "s"),
        Case(resolution: 0x81, ticks: .max, nanoseconds: .max, name: "2^-1"),
    ]

    @Test("gives whole nanoseconds, rounded down, and stops at the end of the range", arguments: cases)
    func nanoseconds(_ example: Case) {
        let resolution = TimestampResolution(rawValue: example.resolution)
        #expect(resolution.nanoseconds(in: example.ticks) == example.nanoseconds)
        #expect(resolution.description == example.name)
    }

    @Test("never traps, whatever the value")
    func all() {
        for value in UInt8.min...UInt8.max {
            let resolution = TimestampResolution(rawValue: value)
            for ticks in [0, 1, UInt64(UInt32.max), 1 << 62, 1 << 63, .max] {
                #expect(resolution.nanoseconds(in: ticks) >= 0)
            }
        }
    }

    @Test("is told as the coarsest of those that a capture has")
    func coarsest() {
        var facts = CaptureFacts(file: "x", format: .pcapng)
        #expect(facts.resolution == "us")
        // 2^-20 s is 0.95 us, 2^-10 s is 0.98 ms.
        facts.resolutions = [.nanoseconds, TimestampResolution(rawValue: 0x94)]
        #expect(facts.resolution == "2^-20")
        facts.resolutions.append(.microseconds)
        #expect(facts.resolution == "us")
        facts.resolutions.append(TimestampResolution(rawValue: 0x8a))
        #expect(facts.resolution == "2^-10")
    }
}
