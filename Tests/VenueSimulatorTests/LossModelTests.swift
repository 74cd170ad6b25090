import Testing

@testable import VenueSimulator

@Suite("The loss models")
struct LossModelTests {
    private static func losses(_ model: LossModel, _ count: Int) -> [Bool] {
        var process = LossProcess(model)
        var random = VenueRandom(seed: 7)
        return (0..<count).map { _ in process.loses(&random) }
    }

    @Test("lose as often as they say, give or take five standard deviations")
    func rates() {
        // Bernoulli: 20 000 · 0.05 = 1 000, deviation 31.
        #expect((845...1_155).contains(Self.losses(.bernoulli(0.05), 20_000).count { $0 }))
        #expect(Self.losses(.none, 100).allSatisfy { !$0 })
        #expect(Self.losses(.bernoulli(1), 100).allSatisfy { $0 })
    }

    @Test("of Gilbert and Elliott lose in bursts of the stated length")
    func bursts() {
        // Bad states last 1/0.25 = 4 packets and come every 100 + 4: 20 000/104 = 192 bursts, 769 losses.
        let lost = Self.losses(.gilbertElliott(toBad: 0.01, toGood: 0.25, lossInGood: 0, lossInBad: 1), 20_000)
        let bursts = zip([false] + lost, lost).count { !$0 && $1 }
        #expect((120...265).contains(bursts))
        let mean = Double(lost.count { $0 }) / Double(bursts)
        #expect((2.8...5.2).contains(mean))
    }

    /// The first numbers of SplitMix64 from seed 1234567, from the reference implementation (Vigna, splitmix64.c).
    @Test("draw from SplitMix64")
    func generator() {
        var random = VenueRandom(seed: 1_234_567)
        #expect(
            [random.next(), random.next(), random.next()]
                == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    }
}
