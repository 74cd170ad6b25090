import Bytes

/// Boxes of ISO/IEC 14496-12, section 4.2.
enum Box {
    /// Boxes that hold boxes, and how many bytes stand before the first one.
    private static let containers: [String: Int] = [
        "moov": 0, "trak": 0, "mdia": 0, "minf": 0, "stbl": 0, "stsd": 8, "avc1": 78, "hvc1": 78,
    ]

    /// What the first box called `name` holds, looked for in depth; nil when there is none.
    static func content(of name: String, in bytes: [UInt8]) -> [UInt8]? {
        content(of: name, in: bytes, 0..<bytes.count)
    }

    private static func content(of name: String, in bytes: [UInt8], _ place: Range<Int>) -> [UInt8]? {
        var position = place.lowerBound
        while position + 8 <= place.upperBound {
            let length = Int(bytes.lent.bigEndian(at: position, as: UInt32.self))
            guard length >= 8, length <= place.upperBound - position else { return nil }
            let found = String(decoding: bytes[(position + 4)..<(position + 8)], as: UTF8.self)
            let inside = (position + 8)..<(position + length)
            if found == name { return Array(bytes[inside]) }
            if let skipped = containers[found], skipped <= inside.count,
                let content = content(of: name, in: bytes, (inside.lowerBound + skipped)..<inside.upperBound)
            {
                return content
            }
            position += length
        }
        return nil
    }
}
