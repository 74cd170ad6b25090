import Bytes

/// The byte stream format of H.264 and HEVC (ITU-T H.264 and H.265, annex B): NAL units behind start codes.
enum AnnexB {
    /// Calls `body` with the place of each NAL unit in turn, without start codes and zero bytes at its end.
    static func forEachUnit(_ bytes: RawSpan, _ body: (Range<Int>) -> Void) {
        var start: Int?
        var position = 0
        let last = bytes.byteCount - 3
        while position <= last {
            let third = bytes.byte(at: position + 2)
            if third > 1 {
                position += 3
            } else if third == 1, bytes.byte(at: position) == 0, bytes.byte(at: position + 1) == 0 {
                if let start { give(bytes, start, position, body) }
                start = position + 3
                position += 3
            } else {
                position += 1
            }
        }
        if let start { give(bytes, start, bytes.byteCount, body) }
    }

    private static func give(_ bytes: RawSpan, _ start: Int, _ end: Int, _ body: (Range<Int>) -> Void) {
        var end = end
        while end > start, bytes.byte(at: end - 1) == 0 { end -= 1 }
        if end > start { body(start..<end) }
    }

    /// The NAL unit without the bytes that keep start codes from occurring in it (7.4.1 `emulation_prevention_three_byte`).
    static func unescaped(_ unit: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(unit.count)
        var zeros = 0
        for byte in unit {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            plain.append(byte)
        }
        return plain
    }
}
