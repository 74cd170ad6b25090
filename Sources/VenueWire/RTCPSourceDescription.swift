public import Bytes

/// One chunk of an SDES packet, as far as we use it (RFC 3550, section 6.5).
public struct RTCPSourceDescription: Hashable, Sendable {
    private static let end: UInt8 = 0
    private static let canonicalNameItem: UInt8 = 1

    /// The source that the chunk describes.
    public var source: UInt32
    /// Its CNAME; nil when the chunk has none.
    public var canonicalName: String?

    /// States a source's canonical name.
    public init(source: UInt32, canonicalName: String?) {
        self.source = source
        self.canonicalName = canonicalName
    }

    /// Reads one chunk and the zeros up to its 32-bit boundary.
    public init(parsing reader: inout ByteReader) throws(ParseError) {
        let start = reader.offset
        source = try reader.value()
        canonicalName = nil
        while true {
            let item: UInt8 = try reader.value()
            if item == Self.end { break }
            let length = Int(try reader.value(UInt8.self))
            if item == Self.canonicalNameItem, canonicalName == nil {
                canonicalName = try reader.text(length)
            } else {
                try reader.pass(length)
            }
        }
        try reader.pass((4 - (reader.offset - start) % 4) % 4)
    }

    /// Appends the chunk; a name is cut after 255 bytes.
    public func write(to writer: inout ByteWriter) {
        let start = writer.count
        writer.write(source)
        if let canonicalName {
            let text = Array(canonicalName.utf8.prefix(255))
            writer.write(Self.canonicalNameItem)
            writer.write(UInt8(truncatingIfNeeded: text.count))
            writer.write(contentsOf: text)
        }
        // At least one zero ends the items.
        writer.write(repeating: Self.end, count: 4 - (writer.count - start) % 4)
    }
}
