import Bytes
import FuzzTargets
import TestSupport
import Testing

@Suite("Hostile captures")
struct HostileCaptureTests {
    private static let runs = 4
    private static let captures = 2_500

    /// Ten thousand captures in all, through everything that svmanalyze does with a file.
    @Test("are read as far as they go, or refused in words", arguments: 0..<runs)
    func tenThousand(run: Int) {
        var random = SeededGenerator(seed: UInt64(run) &+ 77)
        let seeds = FuzzTarget.capture.seeds.map(\.bytes)
        var read = 0
        for number in 0..<Self.captures {
            let seed = seeds[number % seeds.count]
            let capture = Self.damaged(seed, with: &random)
            let (complaints, frames) = FuzzTarget.analyse(capture.lent)
            #expect(complaints == [], "capture \(number) of run \(run)")
            if frames ?? 0 > 0 { read += 1 }
        }
        // Most of them still say something.
        #expect(read > Self.captures / 3)
    }

    /// A piece of `seed`, mostly of its front so that headers are hit, with a few bytes changed.
    private static func damaged(_ seed: [UInt8], with random: inout SeededGenerator) -> [UInt8] {
        var capture = seed
        if Int.random(in: 0..<2, using: &random) == 0 {
            capture = Array(capture.prefix(Int.random(in: 200...1_200, using: &random)))
        }
        return Mutation.mutated(capture, with: &random)
    }
}
