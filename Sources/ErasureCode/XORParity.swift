import Bytes

/// The parity code of SMPTE 2022-1: a repair symbol is the sum without carry of its source symbols, padded with zeros.
public enum XORParity {
    /// Adds `symbol` to the front of `sum` (exclusive or) and leaves what lies behind it alone.
    ///
    /// The same call encodes (fold every source) and rebuilds (fold the repair and every other source). Bytes of a
    /// symbol that is longer than `sum` are left out; a caller to whom that matters compares the lengths first.
    public static func fold(_ symbol: RawSpan, into sum: inout MutableRawSpan) {
        let length = min(symbol.byteCount, sum.byteCount)
        var offset = 0
        while offset + 32 <= length {
            let first: UInt64 = symbol.bigEndian(at: offset)
            let second: UInt64 = symbol.bigEndian(at: offset + 8)
            let third: UInt64 = symbol.bigEndian(at: offset + 16)
            let fourth: UInt64 = symbol.bigEndian(at: offset + 24)
            sum.setBigEndian(first ^ sum.bigEndian(at: offset), at: offset)
            sum.setBigEndian(second ^ sum.bigEndian(at: offset + 8), at: offset + 8)
            sum.setBigEndian(third ^ sum.bigEndian(at: offset + 16), at: offset + 16)
            sum.setBigEndian(fourth ^ sum.bigEndian(at: offset + 24), at: offset + 24)
            offset += 32
        }
        while offset < length {
            sum.setByte(symbol.byte(at: offset) ^ sum.byte(at: offset), at: offset)
            offset += 1
        }
    }
}
