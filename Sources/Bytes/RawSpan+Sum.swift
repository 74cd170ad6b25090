extension RawSpan {
    /// The ones' complement sum of the bytes as big-endian words of 16 bits, an odd last byte padded with zero (RFC 1071).
    ///
    /// It is 0 only when every byte is 0.
    public var onesComplementSum: UInt16 {
        unsafe withUnsafeBytes { source in
            // The sum of words of 32 bits: that of the upper halves, and that of the lower ones, which is what the sum of
            // the whole words, carries dropped, leaves of it. So a word costs two additions and becomes vector instructions.
            var whole: UInt64 = 0
            var upper: UInt64 = 0
            var offset = 0
            let count = source.count
            while offset &+ 8 <= count {
                let word = unsafe UInt64(littleEndian: source.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                whole &+= word
                upper &+= word >> 32
                offset &+= 8
            }
            var total = whole &- upper << 32 &+ upper
            while offset &+ 2 <= count {
                let word = unsafe UInt16(littleEndian: source.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
                total &+= UInt64(word)
                offset &+= 2
            }
            if offset < count { total &+= unsafe UInt64(source[offset]) }
            // The order of bytes does not matter until the end: the sum of swapped words is the swapped sum.
            while total > 0xFFFF { total = total >> 16 &+ total & 0xFFFF }
            return UInt16(truncatingIfNeeded: total).byteSwapped
        }
    }
}
