import Testing

/// Windows before, across and behind a change in the middle of a stream.
///
/// What is expected follows from what is sent: the pictures of two streams as ffprobe lists them and when the sender sends
/// them. One track of MP4 has one codec: such a clip ends where another begins, and says so. A transport stream has both.
@Suite("Clips of streams that change", .enabled(if: Tool.areThere, "needs ffmpeg and ffprobe"))
struct ChangedStreamTests {
    /// The numbers of a window's pictures, and whether ffmpeg looks at its clips as well; 75 is the first one behind the change.
    static let windows: [(ClosedRange<Int>, asks: Bool)] = [
        (20...45, false), (60...90, true), (74...75, true), (3...140, false), (75...95, true), (110...140, false),
    ]

    @Test("hold exactly the window's pictures, and all of their sound", arguments: Change.all)
    func windows(_ change: Change) throws {
        let source = try SplicedStream(change)
        for (numbers, asks) in Self.windows {
            let check = try SplicedCheck(source, numbers)
            try check.check(asks: asks)
            #expect(check.complaints == [], "pictures \(numbers)")
        }
    }
}
