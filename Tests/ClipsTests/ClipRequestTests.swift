import TestSupport
import Testing
import Timing

@testable import Clips

@Suite("Arguments of a clip")
struct ClipRequestTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var query: String
        var window: ClipRequest.Window
        var testDescription: String { query }
    }

    static func query(_ text: String) -> [(String, String)] {
        text.split(separator: "&", omittingEmptySubsequences: false).map {
            let pair = $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(pair[0]), pair.count > 1 ? String(pair[1]) : "")
        }
    }

    static func ns(_ nanoseconds: Int64) -> StreamDuration { StreamDuration(nanoseconds: nanoseconds) }
    static func at(_ nanoseconds: Int64) -> StreamTime { StreamTime(nanoseconds: nanoseconds) }

    /// 1767225610 is 2026-01-01T00:00:10Z (`date -u -d @1767225610`).
    static let start: Int64 = 1_767_225_610_000_000_000

    static let accepted: [Case] = [
        Case(query: "last=20s", window: .last(ns(20_000_000_000))),
        Case(query: "last=20", window: .last(ns(20_000_000_000))),
        Case(query: "last=0.000000001", window: .last(ns(1))),
        Case(query: "last=1500ms", window: .last(ns(1_500_000_000))),
        Case(query: "last=1.5ms", window: .last(ns(1_500_000))),
        Case(query: "last=1m", window: .last(ns(60_000_000_000))),
        Case(query: "last=1m30s", window: .last(ns(90_000_000_000))),
        Case(query: "last=0.5h&unknown=1&unknown=2", window: .last(ns(1_800_000_000_000))),
        Case(query: "start=1767225610&duration=2", window: .absolute(from: at(start), to: at(start + 2_000_000_000))),
        Case(
            query: "start=1767225610.25&end=1767225611.5",
            window: .absolute(from: at(start + 250_000_000), to: at(start + 1_500_000_000))),
        Case(
            query: "start=2026-01-01T00:00:10Z&duration=40ms",
            window: .absolute(from: at(start), to: at(start + 40_000_000))),
        Case(
            query: "start=2026-01-01T01:00:10.123456789%2B01:00".replacing("%2B", with: "+") + "&duration=1s",
            window: .absolute(from: at(start + 123_456_789), to: at(start + 1_123_456_789))),
        Case(
            query: "start=2026-01-01T01:00:10 01:00&duration=1s",
            window: .absolute(from: at(start), to: at(start + 1_000_000_000))),
        Case(
            query: "start=2025-12-31t19:30:10-04:30&end=2026-01-01T00:00:11z",
            window: .absolute(from: at(start), to: at(start + 1_000_000_000))),
        Case(
            query: "start=2028-02-29T00:00:00Z&duration=1",
            // `date -u -d 2028-02-29 +%s` is 1835395200.
            window: .absolute(from: at(1_835_395_200_000_000_000), to: at(1_835_395_201_000_000_000))),
        Case(query: "from=-20&to=-5", window: .beforeLiveEdge(from: ns(20_000_000_000), to: ns(5_000_000_000))),
        Case(query: "from=-2.5", window: .beforeLiveEdge(from: ns(2_500_000_000), to: .zero)),
        Case(query: "from=-1500ms&to=0", window: .beforeLiveEdge(from: ns(1_500_000_000), to: .zero)),
        Case(query: "timerange=[10:0_20:5)", window: .absolute(from: at(10_000_000_000), to: at(20_000_000_005))),
        Case(query: "timerange=(10:0_20:5]", window: .absolute(from: at(10_000_000_001), to: at(20_000_000_006))),
        Case(query: "timerange=10:0_20:5", window: .absolute(from: at(10_000_000_000), to: at(20_000_000_006))),
        Case(query: "timerange=[10:0_", window: .absolute(from: at(10_000_000_000), to: nil)),
        Case(query: "timerange=_20:0)", window: .absolute(from: nil, to: at(20_000_000_000))),
        Case(query: "timerange=_", window: .absolute(from: nil, to: nil)),
        Case(query: "timerange=[10:7]", window: .absolute(from: at(10_000_000_007), to: at(10_000_000_008))),
        Case(query: "timerange=[-1:5_0:0)", window: .absolute(from: at(-1_000_000_005), to: at(0))),
    ]

    @Test("state a window", arguments: accepted)
    func accepts(_ example: Case) throws {
        let request = try ClipRequest(query: Self.query(example.query))
        #expect(request.window == example.window)
        #expect(request.clamps && !request.waits && request.accuracy == .frame && request.content == .repaired)
    }

    @Test("say how it is cut")
    func manners() throws {
        let request = try ClipRequest(
            query: Self.query("last=1s&clamp=0&wait=1&accuracy=packet&as=received&gap=stop"))
        #expect(!request.clamps && request.waits && request.accuracy == .packet && request.content == .received)
        #expect(request.gaps == .stop)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        var query: String
        /// The argument that the sentence names.
        var named: String
        var testDescription: String { query }
    }

    static let refused: [Refusal] = [
        ("", "last"), ("x=1", "last"), ("last=", "last"), ("last=-5s", "last"), ("last=0", "last"),
        ("last=25h", "last"),
        ("last=99999999999999999999", "last"), ("last=1x", "last"), ("last=1s&last=1s", "last"), ("last=1 s", "last"),
        ("last=1s2", "last"), ("last=.5", "last"), ("last=5.", "last"), ("last=1s&start=1", "start"),
        ("start=5", "duration"), ("duration=5", "start"), ("end=5", "start"), ("start=5&end=5", "end"),
        ("start=5&end=4", "end"), ("start=5&end=7&duration=1", "duration"), ("start=5&duration=-1", "duration"),
        ("start=2026-13-01T00:00:00Z&duration=1", "start"), ("start=2026-02-29T00:00:00Z&duration=1", "start"),
        ("start=2026-01-01T24:00:00Z&duration=1", "start"), ("start=2026-01-01T00:00:00&duration=1", "start"),
        ("start=2026-01-01&duration=1", "start"), ("start=9999-01-01T00:00:00Z&duration=1", "start"),
        ("start=0000-01-01T00:00:00Z&duration=1", "start"), ("start=-5&duration=1", "start"),
        ("start=99999999999&duration=1", "start"), ("from=5", "from"), ("from=-5&to=1", "to"), ("from=-5&to=-6", "to"),
        ("to=-5", "from"), ("from=-5&to=-5", "to"), ("timerange=", "timerange"), ("timerange=()", "timerange"),
        ("timerange=[5:0_4:0)", "timerange"), ("timerange=[1:1000000000_)", "timerange"),
        ("timerange=1_2", "timerange"),
        ("timerange=[1:0_2:0)x", "timerange"), ("last=1&clamp=2", "clamp"), ("last=1&wait=yes", "wait"),
        ("last=1&accuracy=exact", "accuracy"), ("last=1&as=sent", "as"), ("last=1&gap=skip", "gap"),
        ("last=1&as=repaired&as=repaired", "as"),
    ].map { Refusal(query: $0.0, named: $0.1) }

    @Test("are refused with a sentence that names the argument", arguments: refused)
    func refuses(_ example: Refusal) {
        do {
            let request = try ClipRequest(query: Self.query(example.query))
            Issue.record("accepted as \(request)")
        } catch {
            #expect(error.description.contains(example.named))
            #expect(error.description.count < 200)
        }
    }

    @Test("never trap, and state a window that can be had")
    func hostile() {
        var random = SeededGenerator(seed: 20_260_101)
        let words = Self.accepted.map(\.query) + Self.refused.map(\.query)
        for _ in 0..<100_000 {
            let seed = words.randomElement(using: &random) ?? ""
            let text = String(decoding: Mutation.mutated(Array(seed.utf8), with: &random), as: UTF8.self)
            guard let request = try? ClipRequest(query: Self.query(text)) else { continue }
            switch request.window {
            case .last(let length): #expect(length > .zero && length <= ClipRequest.longestWindow)
            case .beforeLiveEdge(let from, let to): #expect(from > to && to >= .zero)
            case .absolute(let from?, let to?): #expect(to > from && to - from <= ClipRequest.longestWindow)
            case .absolute: break
            }
        }
    }

    @Test("are written as they are read")
    func writing() {
        // `date -u -d @N` of each.
        #expect(Self.at(Self.start + 40_999_999).rfc3339() == "2026-01-01T00:00:10.040Z")
        #expect(Self.at(1_835_395_199_999_999_999).rfc3339(digits: 9) == "2028-02-28T23:59:59.999999999Z")
        #expect(Self.at(951_782_400_000_000_000).rfc3339(digits: 0) == "2000-02-29T00:00:00Z")
        #expect(Self.at(Self.start + 40_000_000).epochSeconds == "1767225610.04")
        #expect(Self.at(Self.start).compactText == "20260101T000010Z")
        var random = SeededGenerator(seed: 3)
        for _ in 0..<2_000 {
            let time = Self.at(Int64.random(in: 0...9_000_000_000_000_000_000, using: &random))
            #expect(StreamTime(text: time.rfc3339(digits: 9)) == time)
            #expect(StreamTime(text: time.epochSeconds) == time)
        }
    }
}
