import Bytes
import FuzzTargets
import TestSupport
import Testing
import VenueSimulator

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

    /// Captures that are read on a second thread once their first megabyte is read.
    @Test("are read on two threads as well", arguments: ["pcap", "pcapng", "gzip"])
    func large(kind: String) throws {
        var random = SeededGenerator(seed: 262_144)
        let format: SimulatedVenue.CaptureFormat = kind == "pcapng" ? .pcapng : .pcap
        var venue = SimulatedVenue(.cameras(1, isProtected: true).lasting(seconds: 3))
        let whole = venue.capture(format)
        #expect(whole.count > 1 << 20)
        for _ in 0..<3 {
            var capture = whole
            for _ in 0..<40 {
                let place = Int.random(in: 24..<capture.count, using: &random)
                capture[place] = UInt8.random(in: 0...255, using: &random)
            }
            if kind == "gzip" {
                capture = SeedBytes.gzip(capture)
                capture[1_500_000] ^= 4
            }
            let (complaints, frames) = FuzzTarget.analyse(capture.lent)
            #expect(complaints == [])
            #expect(frames ?? 0 > 0)
        }
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

extension VenueSpec {
    /// The venue with channels that send for `seconds`.
    fileprivate func lasting(seconds: Int) -> Self {
        var timed = self
        for index in timed.channels.indices { timed.channels[index].setDuration(seconds: seconds) }
        return timed
    }
}
