import Bytes
import CLibAV

/// The byte stream format of H.264 and HEVC (ITU-T H.264 and H.265, annex B): NAL units behind start codes.
enum AnnexB {
    /// Calls `body` with the place of each NAL unit in turn, without start codes and zero bytes at its end.
    static func forEachUnit(_ bytes: RawSpan, _ body: (Range<Int>) -> Void) {
        bytes.withUnsafeBytes { forEachUnit($0, body) }
    }

    /// The same for bytes that stay where they are during the call.
    static func forEachUnit(_ bytes: UnsafeRawBufferPointer, _ body: (Range<Int>) -> Void) {
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        let count = bytes.count
        var start: Int?
        var position = 0
        while true {
            position = Int(clibav_zero_pair(base, Int64(position), Int64(count)))
            guard position + 2 < count else { break }
            switch base[position + 2] {
            case 0: position += 1
            case 1:
                if let start { give(base, start, position, body) }
                position += 3
                start = position
            default: position += 3
            }
        }
        if let start { give(base, start, count, body) }
    }

    private static func give(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ body: (Range<Int>) -> Void) {
        var end = end
        while end > start, bytes[end - 1] == 0 { end -= 1 }
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
