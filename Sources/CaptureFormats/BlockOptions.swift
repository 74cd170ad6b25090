import Bytes

/// Walks the options of a pcapng block: code 2 | length 2 | value, padded to four bytes.
struct BlockOptions {
    var offset: Int
    let end: Int
    let isBigEndian: Bool

    /// The next option's code and where its value lies; nil at the end, or where an option would reach beyond it.
    mutating func next(in bytes: RawSpan) -> (code: UInt16, value: Range<Int>)? {
        guard end - offset >= 4 else { return nil }
        let code: UInt16 = isBigEndian ? bytes.bigEndian(at: offset) : bytes.littleEndian(at: offset)
        let length: UInt16 = isBigEndian ? bytes.bigEndian(at: offset + 2) : bytes.littleEndian(at: offset + 2)
        let start = offset + 4
        guard code != 0, Int(length) <= end - start else { return nil }
        offset = start + (Int(length) + 3) & ~3
        return (code, start..<start + Int(length))
    }
}
