import Testing
import Timing

@testable import Playback

@Suite("Buffering")
struct BufferingTests {
    static let window = StreamDuration(milliseconds: 500)

    static func time(_ milliseconds: Int64) -> StreamTime { StreamTime(nanoseconds: milliseconds * 1_000_000) }

    @Test("3.15: is told once when less than a window lies ahead, and once when two do")
    func edges() {
        var buffering = Buffering()
        // The live edge, the play-head, and whether that is an edge: 499 ms is less than a window of 500 ms.
        let steps: [(Int64?, Int64, Bool)] = [
            (1_000, 0, false), (1_000, 500, false), (1_000, 501, true), (1_000, 600, false), (1_400, 700, false),
            (1_600, 701, false), (1_601, 701, true), (1_601, 800, false), (1_601, 1_102, true),
        ]
        for (edge, position, isEdge) in steps {
            let told = buffering.update(
                edge: edge.map(Self.time), position: Self.time(position), window: Self.window, isRunning: true)
            #expect(told == isEdge, "edge \(edge ?? -1) position \(position)")
        }
        #expect(buffering.isActive)
    }

    @Test("3.15: is over when the live edge has moved on by two windows, however little lies ahead")
    func lateSender() {
        var buffering = Buffering()
        for (edge, told) in [(100, true), (600, false), (1_099, false), (1_100, true)] as [(Int64, Bool)] {
            let position = Self.time(edge - 50)
            let isEdge = buffering.update(
                edge: Self.time(edge), position: position, window: Self.window, isRunning: true)
            #expect(isEdge == told)
            if !buffering.isActive { break }
        }
        #expect(!buffering.isActive)
    }

    @Test("3.15: begins without any media, and ends with a capture")
    func ends() {
        var buffering = Buffering()
        let first = buffering.update(edge: nil, position: Self.time(0), window: Self.window, isRunning: true)
        let second = buffering.update(edge: nil, position: Self.time(0), window: Self.window, isRunning: true)
        #expect(first && !second && buffering.isActive)
        let ended = buffering.update(edge: nil, position: Self.time(0), window: Self.window, isRunning: false)
        #expect(ended && !buffering.isActive)
        let again = buffering.update(edge: nil, position: Self.time(9_000), window: Self.window, isRunning: false)
        #expect(!again)
    }
}
