/// Collects bits, most significant first, into bytes.
struct BitFields {
    private(set) var bytes: [UInt8] = []
    private var pending: UInt8 = 0
    private var filled = 0

    /// Appends the low `count` bits of `value`.
    mutating func append(_ value: Int, bits count: Int) {
        var shift = count
        while shift > 0 {
            shift -= 1
            pending = pending << 1 | UInt8(truncatingIfNeeded: value >> shift & 1)
            filled += 1
            if filled == 8 {
                bytes.append(pending)
                filled = 0
            }
        }
    }

    /// Appends an unsigned Exp-Golomb code (ITU-T H.264, 9.1).
    mutating func appendExpGolomb(_ value: Int) {
        let width = Int.bitWidth - (value + 1).leadingZeroBitCount
        append(0, bits: width - 1)
        append(value + 1, bits: width)
    }

    /// Fills the last byte up with `bit`.
    mutating func align(with bit: Int = 0) {
        while filled > 0 { append(bit, bits: 1) }
    }
}
