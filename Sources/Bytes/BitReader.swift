/// A cursor over the bits of lent bytes, most significant bit first (ISO/IEC 13818-1 `bslbf`, ITU-T H.264 `u(n)`).
public struct BitReader: ~Escapable {
    let bytes: RawSpan
    /// Bits read so far.
    public private(set) var position = 0

    /// Starts at the first bit of `bytes`.
    @_lifetime(copy bytes)
    public init(_ bytes: RawSpan) { self.bytes = bytes }

    /// Bits not read yet.
    public var remaining: Int { bytes.byteCount * 8 - position }

    /// Reads `count` bits (0…32).
    public mutating func read(_ count: Int) throws(Truncation) -> UInt32 {
        guard count >= 0, count <= 32, count <= remaining else {
            throw Truncation(wanted: count, remaining: remaining, offset: position)
        }
        var value: UInt64 = 0
        var left = count
        while left > 0 {
            let inByte = 8 - position % 8
            let taken = min(left, inByte)
            let bits = UInt64(bytes.byte(at: position / 8)) >> UInt64(inByte - taken) & ((1 << UInt64(taken)) - 1)
            value = value << UInt64(taken) | bits
            position += taken
            left -= taken
        }
        return UInt32(truncatingIfNeeded: value)
    }

    /// Reads one bit.
    public mutating func readFlag() throws(Truncation) -> Bool { try read(1) == 1 }

    /// Passes over `count` bits.
    public mutating func skip(_ count: Int) throws(Truncation) {
        guard count >= 0, count <= remaining else {
            throw Truncation(wanted: count, remaining: remaining, offset: position)
        }
        position += count
    }

    /// Reads an unsigned Exp-Golomb code (ITU-T H.264, 9.1 `ue(v)`).
    public mutating func readUnsignedExpGolomb() throws(Truncation) -> UInt32 {
        var zeros = 0
        while try !readFlag() {
            zeros += 1
            if zeros > 31 { throw Truncation(wanted: zeros, remaining: remaining, offset: position) }
        }
        return try UInt32(truncatingIfNeeded: (UInt64(1) << UInt64(zeros)) - 1 + UInt64(read(zeros)))
    }

    /// Reads a signed Exp-Golomb code (ITU-T H.264, 9.1.1 `se(v)`).
    public mutating func readSignedExpGolomb() throws(Truncation) -> Int32 {
        let code = try readUnsignedExpGolomb()
        let magnitude = Int64(code / 2) + Int64(code % 2)
        return Int32(truncatingIfNeeded: code % 2 == 1 ? magnitude : -magnitude)
    }
}
