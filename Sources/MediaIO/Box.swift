import Bytes

/// Boxes of ISO/IEC 14496-12, section 4.2.
enum Box {
    /// Boxes that hold boxes, and how many bytes stand before the first one.
    private static let containers: [String: Int] = [
        "moov": 0, "trak": 0, "mdia": 0, "minf": 0, "stbl": 0, "stsd": 8, "avc1": 78, "hvc1": 78, "ac-3": 28,
        "ec-3": 28, "edts": 0,
    ]

    /// What the first box called `name` holds, looked for in depth; nil when there is none.
    static func content(of name: String, in bytes: [UInt8]) -> [UInt8]? {
        var found: [UInt8]?
        forEach(in: bytes, 0..<bytes.count) { other, place in
            if found == nil, other == name { found = Array(bytes[place]) }
        }
        return found
    }

    /// Calls `body` with the name of each box in `place` and in the boxes there, and where its content lies; a box comes
    /// before those that it holds.
    static func forEach(in bytes: [UInt8], _ place: Range<Int>, _ body: (String, Range<Int>) -> Void) {
        var position = place.lowerBound
        while position + 8 <= place.upperBound {
            let length = Int(bytes.lent.bigEndian(at: position, as: UInt32.self))
            guard length >= 8, length <= place.upperBound - position else { return }
            let name = String(decoding: bytes[(position + 4)..<(position + 8)], as: UTF8.self)
            let inside = (position + 8)..<(position + length)
            body(name, inside)
            if let skipped = containers[name], skipped <= inside.count {
                forEach(in: bytes, (inside.lowerBound + skipped)..<inside.upperBound, body)
            }
            position += length
        }
    }
}
