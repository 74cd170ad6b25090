import CaptureFormats
import TestSupport
import Testing
import Timing

@Suite("Mutated captures")
struct MutationTests {
    static func seeds() -> [[UInt8]] {
        let pcap = PCAPWriter(linkType: .ethernet)
        let swapped = PCAPWriter(linkType: .null, hasNanoseconds: false, isBigEndian: true)
        let frames: [[UInt8]] = [[1, 2, 3], [], [UInt8](repeating: 5, count: 60)]
        let time = StreamTime(nanoseconds: 1_700_000_000_000_000_000)
        return [
            frames.reduce(pcap.header()) { $0 + pcap.frame($1, at: time) },
            frames.reduce(swapped.header()) { $0 + swapped.frame($1, at: time) },
            PCAPNGTests.sample(PCAPNGTests.little), PCAPNGTests.sample(PCAPNGTests.big),
        ]
    }

    @Test("neither trap nor hang, and never lend bytes that are not there")
    func mutations() {
        var random = SeededGenerator(seed: 0xCAB)
        let seeds = Self.seeds()
        for round in 0..<2_000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0...Int.random(in: 0..<6, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[place] = 0xff
                case 2: bytes.remove(at: place)
                default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                }
            }
            let whole = Decoded(bytes)
            #expect(whole.frames.count <= bytes.count / 12)
            #expect(whole.frames.allSatisfy { $0.bytes.count <= $0.record.wireLength })
            #expect(Decoded(bytes, piece: 17) == whole)
        }
    }
}
