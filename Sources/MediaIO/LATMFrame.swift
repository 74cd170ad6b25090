import Bytes

/// `AudioMuxElement(1)` of ISO/IEC 14496-3, 1.7.3: one frame of AAC in bits that begin anywhere.
///
/// One program, one layer and one frame in each element are known, as broadcasters send it.
struct LATMFrame {
    /// What the element says of the stream; nil when it is as before.
    var configuration: LATMConfiguration?
    /// The first bit of the frame, counted from the element's beginning.
    private(set) var start: Int
    /// Bytes of the frame.
    private(set) var count: Int

    /// Reads an element; nil when it is cut, or of a kind that is not known.
    init?(_ element: RawSpan) {
        start = 0
        count = 0
        var reader = BitReader(element)
        do throws(Truncation) {
            if try !reader.readFlag() {
                guard let found = try LATMConfiguration(parsing: &reader, element) else { return nil }
                configuration = found
            }
            var part: UInt32
            repeat {
                part = try reader.read(8)
                count += Int(part)
            } while part == 255
        } catch {
            return nil
        }
        start = reader.position
        guard count > 0, count * 8 <= reader.remaining else { return nil }
    }

    /// Appends the frame, its first bit in the first bit of a byte.
    func append(from element: RawSpan, to bytes: inout [UInt8]) {
        bytes.append(bits: start..<(start + count * 8), of: element)
    }
}

extension [UInt8] {
    /// Appends bits that begin anywhere; the last byte is filled with zeros.
    mutating func append(bits: Range<Int>, of source: RawSpan) {
        let shift = bits.lowerBound % 8
        var place = bits.lowerBound / 8
        var left = bits.count
        while left > 0 {
            var byte = source.byte(at: place) << shift
            if shift > 0, left > 8 - shift { byte |= source.byte(at: place + 1) >> (8 - shift) }
            if left < 8 { byte &= 0xFF << (8 - left) }
            append(byte)
            place += 1
            left -= 8
        }
    }
}
