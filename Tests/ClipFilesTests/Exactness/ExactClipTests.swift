import Foundation
import TestSupport
import Testing

/// Windows of streams whose pictures carry their own number, cut in all three formats.
///
/// What is expected follows from the source alone: time stamps as ffprobe lists them, arrivals as the sender knows them, and
/// the rules of definitions A7 and D3. `SVM_SOAK` multiplies the windows: a thousand for each fixture.
@Suite("Clips to the frame", .enabled(if: Tool.areThere, "needs ffmpeg and ffprobe"))
struct ExactClipTests {
    private static let soak = ProcessInfo.processInfo.environment["SVM_SOAK"].flatMap { Int($0) }
    static let fixtures = soak == nil ? ClipFixture.few : ClipFixture.all
    /// Windows of each fixture, and how many of them ffmpeg looks at as well.
    static let windows = soak.map { 1_000 * $0 } ?? 8
    static let samples = soak.map { 50 * $0 } ?? 1

    @Test(
        "Pains 1, 2 and 4: hold exactly the window's pictures, decoded without a complaint, each at its own time",
        arguments: fixtures)
    func windows(_ fixture: ClipFixture) async throws {
        let source = try await SourceStream.of(fixture)
        var random = SeededGenerator(seed: UInt64(fixture.name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) }))
        var looked = 0
        var troubled = 0
        for turn in 0..<(20 * Self.windows) where looked < Self.windows && troubled < 5 {
            let (start, end) = Self.window(in: source, turn, &random)
            guard let check = WindowCheck(source, start, end) else { continue }
            looked += 1
            try check.checkAll()
            if looked * Self.samples % Self.windows < Self.samples { try check.checkWithTools() }
            if !check.complaints.isEmpty { troubled += 1 }
            #expect(
                check.complaints == [],
                "\(fixture.name), window \(start) + \(end - start) ns, \(check.answer.presented.count) pictures")
        }
        #expect(looked == Self.windows)
    }

    /// A window somewhere in the source: often with an end at, just before or just behind a picture, seldom a long one.
    static func window(
        in source: SourceStream, _ turn: Int, _ random: inout SeededGenerator
    ) -> (start: Int64, end: Int64) {
        let pictures = source.oracle.pictures
        func instant() -> Int64 {
            guard Bool.random(using: &random) else { return Int64.random(in: source.span, using: &random) }
            // Every other time a random access point, or a picture near one.
            let points = pictures.indices.filter { pictures[$0].point != nil }
            let point = points.randomElement(using: &random) ?? 0
            let place = Bool.random(using: &random) ? point : Int.random(in: pictures.indices, using: &random)
            let near = min(pictures.count - 1, max(0, place + Int.random(in: -4...4, using: &random)))
            return min(source.span.upperBound - 1, pictures[near].time + Int64.random(in: -1...1, using: &random))
        }
        let start = instant()
        let length = Int64(exp(Double.random(in: log(0.02)...log(4.0), using: &random)) * 1e9)
        var end = min(source.span.upperBound, start + length)
        if turn % 3 == 0 {
            let other = instant()
            if other > start, other - start < 4_000_000_000 { end = other }
        }
        return (start, max(start + 1, end))
    }
}
