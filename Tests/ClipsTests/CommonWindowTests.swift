import Testing
import Timing

@testable import Clips

/// Windows of several cameras, in seconds of one minute; every answer is worked out by hand.
@Suite("The window that cameras have in common")
struct CommonWindowTests {
    private static func at(_ second: Double) -> StreamTime {
        StreamTime(nanoseconds: 1_767_225_600_000_000_000 + Int64((second * 1_000).rounded()) * 1_000_000)
    }

    private static func camera(_ oldest: Double, _ edge: Double, offsetMs: Int64 = 0) -> CommonWindow.Camera {
        CommonWindow.Camera(
            oldest: at(oldest), liveEdge: at(edge), offset: StreamDuration(milliseconds: offsetMs))
    }

    private static let nothing = CommonWindow.Camera(oldest: nil, liveEdge: nil)

    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var query: [(String, String)]
        var cameras: [CommonWindow.Camera]
        var start: Double
        var end: Double
        /// Places of cameras without a part.
        var absent: [Int] = []
        var isClipped = false
    }

    static let cases = [
        Case(
            testDescription: "the end is that of the camera that is behind", query: [("last", "10s")],
            cameras: [camera(0, 30), camera(0, 29.9), camera(0, 29.95)], start: 19.9, end: 29.9),
        Case(
            testDescription: "a camera that came later moves the start", query: [("last", "10s")],
            cameras: [camera(0, 30), camera(25, 30)], start: 25, end: 30, isClipped: true),
        Case(
            testDescription: "a camera that is silent for more than a second does not move the live edge",
            query: [("last", "10s")], cameras: [camera(0, 30), camera(0, 28.9)], start: 20, end: 28.9, isClipped: true),
        Case(
            testDescription: "a camera that has been gone for long has no part", query: [("last", "10s")],
            cameras: [camera(0, 30), camera(0, 19), camera(0, 29.99)], start: 19.99, end: 29.99, absent: [1]),
        Case(
            testDescription: "a camera of which nothing is kept has no part", query: [("from", "-6"), ("to", "-2")],
            cameras: [nothing, camera(0, 30)], start: 24, end: 28, absent: [0]),
        Case(
            // On the common line the second one reaches from −0.12 to 29.88.
            testDescription: "an offset brings picture times onto one line", query: [("last", "5s")],
            cameras: [camera(0, 30), camera(0, 30, offsetMs: -120)], start: 24.88, end: 29.88),
        Case(
            testDescription: "absolute windows are cut to what all have",
            query: [("timerange", "[1767225605:0_1767225620:0)")],
            cameras: [camera(0, 18), camera(7, 30), camera(40, 60), camera(0, 30)], start: 7, end: 18, absent: [2],
            isClipped: true),
        Case(
            testDescription: "cameras that have nothing in common with those before them have no part",
            query: [("timerange", "[1767225605:0_1767225620:0)")],
            cameras: [camera(0, 10), camera(12, 30), camera(8, 30)], start: 8, end: 10, absent: [1], isClipped: true),
    ]

    @Test("is what all of them have of the asked one", arguments: cases)
    func intersects(_ example: Case) throws {
        let request = try ClipRequest(query: example.query)
        let window = try CommonWindow(request, of: example.cameras)
        #expect(window.start == Self.at(example.start) && window.end == Self.at(example.end))
        #expect(window.absences.indices.filter { window.absences[$0] != nil } == example.absent)
        #expect(window.isClipped == example.isClipped)
        for camera in example.cameras {
            let own = window.request(request, offset: camera.offset)
            #expect(own.window == .absolute(from: window.start - camera.offset, to: window.end - camera.offset))
        }
    }

    @Test("nothing to be had is said as it is of one channel")
    func refuses() throws {
        let last = try ClipRequest(query: [("last", "5s")])
        #expect(throws: ClipFailure.nothingKept) { try CommonWindow(last, of: [Self.nothing]) }
        #expect(throws: ClipFailure.nothingKept) { try CommonWindow(last, of: []) }
        let cameras = [Self.camera(10, 20), Self.camera(10, 30)]
        let past = try ClipRequest(query: [("start", "1767225600"), ("duration", "5")])
        #expect(throws: ClipFailure.past(oldest: Self.at(10))) { try CommonWindow(past, of: cameras) }
        // 45 − 20 s and one second more: asking then is soon enough.
        let future = try ClipRequest(query: [("start", "1767225640"), ("duration", "5")])
        #expect(throws: ClipFailure.future(liveEdge: Self.at(20), retryAfterSeconds: 26)) {
            try CommonWindow(future, of: cameras)
        }
        // The second camera alone is not silent: the first one's end is no reason to wait.
        #expect(CommonWindow.timeUntilComplete(future, of: cameras) == StreamDuration(seconds: 15))
        #expect(CommonWindow.timeUntilComplete(last, of: cameras) == nil)
        let exact = try ClipRequest(query: [("start", "1767225605"), ("duration", "10"), ("clamp", "0")])
        #expect(throws: ClipFailure.past(oldest: Self.at(10))) { try CommonWindow(exact, of: cameras) }
        let late = try ClipRequest(query: [("start", "1767225615"), ("duration", "10"), ("clamp", "0")])
        #expect(throws: ClipFailure.future(liveEdge: Self.at(20), retryAfterSeconds: 6)) {
            try CommonWindow(late, of: cameras)
        }
    }

    @Test("its start moves on, never back and never beyond the end")
    func movesOn() throws {
        let request = try ClipRequest(query: [("last", "5s")])
        var window = try CommonWindow(request, of: [Self.camera(0, 30)])
        #expect(!window.begin(at: Self.at(24.9)) && !window.begin(at: Self.at(30)))
        #expect(window.begin(at: Self.at(26)) && window.start == Self.at(26) && window.isClipped)
    }

    @Test("instants and offsets at the ends of their ranges do not trap")
    func survivesExtremes() throws {
        let far = CommonWindow.Camera(
            oldest: StreamTime(nanoseconds: .min), liveEdge: StreamTime(nanoseconds: .max),
            offset: StreamDuration(nanoseconds: .max))
        let near = CommonWindow.Camera(
            oldest: StreamTime(nanoseconds: .max - 1), liveEdge: StreamTime(nanoseconds: .max),
            offset: StreamDuration(nanoseconds: .min))
        for query in [[("last", "24h")], [("timerange", "_")], [("timerange", "[-1:0_9223372036:0)")]] {
            guard let request = try? ClipRequest(query: query) else { continue }
            for cameras in [[far], [near], [far, near], [near, Self.camera(0, 30)], [far, Self.camera(0, 30)]] {
                _ = try? CommonWindow(request, of: cameras)
                _ = CommonWindow.timeUntilComplete(request, of: cameras)
            }
        }
    }
}
