import Bytes

/// The parity code of SMPTE 2022-1: a repair symbol is the sum without carry of its source symbols, padded with zeros.
public enum XORParity {
    /// Adds `symbol` to `sum` from `start` on (exclusive or) and leaves what lies before and behind it alone.
    ///
    /// The same call encodes (fold every source) and rebuilds (fold the repair and every other source). Bytes of a
    /// symbol that reach beyond `sum` are left out; a caller to whom that matters compares the lengths first.
    public static func fold(_ symbol: RawSpan, into sum: inout MutableRawSpan, at start: Int = 0) {
        guard start >= 0 else { return }
        let length = min(symbol.byteCount, sum.byteCount - start)
        var offset = 0
        while offset + 32 <= length {
            let place = start + offset
            let first: UInt64 = symbol.bigEndian(at: offset)
            let second: UInt64 = symbol.bigEndian(at: offset + 8)
            let third: UInt64 = symbol.bigEndian(at: offset + 16)
            let fourth: UInt64 = symbol.bigEndian(at: offset + 24)
            sum.setBigEndian(first ^ sum.bigEndian(at: place), at: place)
            sum.setBigEndian(second ^ sum.bigEndian(at: place + 8), at: place + 8)
            sum.setBigEndian(third ^ sum.bigEndian(at: place + 16), at: place + 16)
            sum.setBigEndian(fourth ^ sum.bigEndian(at: place + 24), at: place + 24)
            offset += 32
        }
        while offset < length {
            sum.setByte(symbol.byte(at: offset) ^ sum.byte(at: start + offset), at: start + offset)
            offset += 1
        }
    }
}
