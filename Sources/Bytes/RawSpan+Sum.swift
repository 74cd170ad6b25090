extension RawSpan {
    /// The ones' complement sum of the bytes as big-endian words of 16 bits, an odd last byte padded with zero (RFC 1071).
    ///
    /// It is 0 only when every byte is 0. Carries are kept aside and added at the end, so words of 64 bits can be summed.
    public var onesComplementSum: UInt16 {
        unsafe withUnsafeBytes { source in
            var first: UInt64 = 0
            var second: UInt64 = 0
            var carries: UInt64 = 0
            var offset = 0
            let count = source.count
            while offset &+ 32 <= count {
                let words = unsafe (
                    source.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
                    source.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self),
                    source.loadUnaligned(fromByteOffset: offset &+ 16, as: UInt64.self),
                    source.loadUnaligned(fromByteOffset: offset &+ 24, as: UInt64.self)
                )
                let sums = (
                    first.addingReportingOverflow(words.0), second.addingReportingOverflow(words.1)
                )
                let more = (
                    sums.0.partialValue.addingReportingOverflow(words.2),
                    sums.1.partialValue.addingReportingOverflow(words.3)
                )
                carries &+= (sums.0.overflow ? 1 : 0) &+ (sums.1.overflow ? 1 : 0)
                carries &+= (more.0.overflow ? 1 : 0) &+ (more.1.overflow ? 1 : 0)
                first = more.0.partialValue
                second = more.1.partialValue
                offset &+= 32
            }
            var total = carries &+ first >> 32 &+ first & 0xFFFF_FFFF &+ second >> 32 &+ second & 0xFFFF_FFFF
            while offset &+ 4 <= count {
                total &+= unsafe UInt64(source.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
                offset &+= 4
            }
            var shift: UInt64 = 0
            while offset < count {
                total &+= unsafe UInt64(source[offset]) << shift
                shift &+= 8
                offset &+= 1
            }
            while total > 0xFFFF { total = total >> 16 &+ total & 0xFFFF }
            return UInt16(truncatingIfNeeded: total).byteSwapped
        }
    }
}
