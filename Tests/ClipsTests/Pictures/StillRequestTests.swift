import Testing
import Timing

@testable import Clips

@Suite("Requests for stills")
struct StillRequestTests {
    static func parse(_ arguments: String) throws -> StillRequest {
        try StillRequest(
            query: arguments.split(separator: "&").map {
                let pair = $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (String(pair[0]), pair.count > 1 ? String(pair[1]) : "")
            })
    }

    @Test(
        "name an instant in UTC, or before the live edge",
        arguments: [
            ("", .beforeLiveEdge(.zero)), ("at=-0", .beforeLiveEdge(.zero)),
            ("at=-20", .beforeLiveEdge(StreamDuration(seconds: 20))),
            ("at=-1.5", .beforeLiveEdge(StreamDuration(milliseconds: 1_500))),
            ("at=-1m30s", .beforeLiveEdge(StreamDuration(seconds: 90))),
            // 2026-01-01 is 1 767 225 600 seconds after 1970 (date -u -d 2026-01-01 +%s).
            ("at=2026-01-01T00:00:10.04Z", .absolute(StreamTime(nanoseconds: 1_767_225_610_040_000_000))),
            ("at=1767225610.04", .absolute(StreamTime(nanoseconds: 1_767_225_610_040_000_000))),
            ("at=0", .absolute(StreamTime(nanoseconds: 0))),
        ] as [(String, StillRequest.Instant)])
    func instants(_ arguments: String, _ instant: StillRequest.Instant) throws {
        #expect(try Self.parse(arguments).instant == instant)
    }

    @Test(
        "that name no picture are refused in one sentence",
        arguments: [
            "at=", "at=banana", "at=--5", "at=-", "at=-banana", "at=-99999999999999999999", "at=-25h", "at=1e9",
            "at=99999999999999999999", "at=NaN", "at=+5", "at=2026-13-01T00:00:00Z", "at=9999-01-01T00:00:00Z",
            "at=-5&at=-6", "width=", "width=0", "width=-1", "width=15", "width=1921", "width=1e3", "width=160.5",
            "width=99999999999999999999", "width=0x20", "width=\u{0661}60", "wait=2", "width=160&width=160",
        ])
    func refusals(_ arguments: String) {
        #expect(throws: ClipQueryError.self) { try Self.parse(arguments) }
    }

    @Test(
        "keep the shape of the picture, within the limits",
        arguments: [
            // Asked width, shown columns and rows, expected columns and rows: 320 · 1080 / 1920 = 180; 161 · 9 / 16 = 90.56.
            (320, 1_920, 1_080, 320, 180), (161, 1_920, 1_080, 161, 91), (nil, 1_280, 720, 1_280, 720),
            // 4096 · 2304 is brought to 1920 columns: 1920 · 2304 / 4096 = 1080.
            (nil, 4_096, 2_304, 1_920, 1_080), (nil, 8, 8, 16, 16),
            // One column of 4000 rows: 2160 rows at most, of which each has 2160 / 4000 of a column.
            (1_920, 1, 4_000, 1, 2_160), (16, 4_000, 1, 16, 1), (16, 0, 0, 16, 16),
        ] as [(Int?, Int, Int, Int, Int)])
    func sizes(_ asked: Int?, _ columns: Int, _ rows: Int, _ width: Int, _ height: Int) {
        let size = StillRequest(.beforeLiveEdge(.zero), width: asked).size(of: (columns, rows))
        #expect(size == (width, height))
    }
}
