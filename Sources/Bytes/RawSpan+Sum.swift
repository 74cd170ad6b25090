extension RawSpan {
    /// The ones' complement sum of the bytes as big-endian words of 16 bits, an odd last byte padded with zero (RFC 1071).
    ///
    /// It is 0 only when every byte is 0.
    public var onesComplementSum: UInt16 {
        unsafe withUnsafeBytes { source in
            // Words of 32 bits are summed into 64: a carry could be lost only beyond 16 GiB.
            // Four sums do not wait for each other and become vector instructions.
            var sums: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
            var offset = 0
            let count = source.count
            while offset &+ 16 <= count {
                let first = unsafe UInt64(littleEndian: source.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                let second = unsafe UInt64(
                    littleEndian: source.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self))
                sums.0 &+= first & 0xFFFF_FFFF
                sums.1 &+= first >> 32
                sums.2 &+= second & 0xFFFF_FFFF
                sums.3 &+= second >> 32
                offset &+= 16
            }
            while offset &+ 2 <= count {
                let word = unsafe UInt16(littleEndian: source.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
                sums.0 &+= UInt64(word)
                offset &+= 2
            }
            if offset < count { sums.0 &+= unsafe UInt64(source[offset]) }
            var total = sums.0 &+ sums.1 &+ sums.2 &+ sums.3
            // The order of bytes does not matter until the end: the sum of swapped words is the swapped sum.
            while total > 0xFFFF { total = total >> 16 &+ total & 0xFFFF }
            return UInt16(truncatingIfNeeded: total).byteSwapped
        }
    }
}
