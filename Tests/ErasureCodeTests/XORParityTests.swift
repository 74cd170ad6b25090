import Bytes
import ErasureCode
import TestSupport
import Testing

@Suite("XOR parity")
struct XORParityTests {
    private func fold(_ symbols: [[UInt8]], length: Int) -> [UInt8] {
        var sum = [UInt8](repeating: 0, count: length)
        sum.lendForWriting { for symbol in symbols { XORParity.fold(symbol.lent, into: &$0) } }
        return sum
    }

    /// The fourth TS byte of packets 51, 59, 67 and 75 of an FFmpeg capture; the column's repair packet holds 0x1a there
    /// when 59 is left out (0x00, 0x12, 0x12 and its own byte).
    @Test("adds bytes without carry, as FFmpeg's encoder does")
    func addsWithoutCarry() {
        #expect(fold([[0x15], [0x1c], [0x13], [0x1a], [0x11], [0x18], [0x1f], [0x16]], length: 1) == [0x00])
        #expect(fold([[0x00], [0x12], [0x12], [0x1a]], length: 1) == [0x1a])
    }

    @Test("leaves the bytes behind a short symbol alone and the bytes beyond the sum out", arguments: [0, 1, 7, 8, 31])
    func shortSymbol(_ length: Int) {
        let ones = [UInt8](repeating: 0xff, count: length)
        #expect(fold([ones], length: 40) == ones + [UInt8](repeating: 0, count: 40 - length))
        #expect(fold([[UInt8](repeating: 0xff, count: 40)], length: length) == ones)
    }

    @Test("adds a symbol behind a header and leaves the header alone")
    func behindHeader() {
        var sum: [UInt8] = [1, 2, 3, 4]
        sum.lendForWriting { XORParity.fold(([0xff, 0xff, 0xff] as [UInt8]).lent, into: &$0, at: 2) }
        #expect(sum == [1, 2, 0xfc, 0xfb])
    }

    @Test("gives what a loop over single bytes gives, at every length up to three words of work")
    func everyLength() {
        var generator = SeededGenerator(seed: 1)
        for length in 0..<100 {
            let symbols = (0..<3).map { _ in (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) } }
            let want = (0..<length).map { symbols[0][$0] ^ symbols[1][$0] ^ symbols[2][$0] }
            #expect(fold(symbols, length: length) == want)
        }
    }

    @Test("rebuilds any one symbol from the sum and the others")
    func rebuilds() {
        var generator = SeededGenerator(seed: 2)
        let symbols = (0..<8).map { index in
            (0..<(200 - index * 7)).map { _ in UInt8.random(in: 0...255, using: &generator) }
        }
        let parity = fold(symbols, length: 200)
        for lost in symbols.indices {
            let others = symbols.enumerated().filter { $0.offset != lost }.map(\.element)
            let rebuilt = fold([parity] + others, length: 200)
            #expect(Array(rebuilt.prefix(symbols[lost].count)) == symbols[lost])
            #expect(rebuilt.dropFirst(symbols[lost].count).allSatisfy { $0 == 0 })
        }
    }
}
