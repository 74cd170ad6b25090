import Bytes

/// What stands at the end of an archive: where its directory is (APPNOTE 4.3.14 to 4.3.16).
struct ZipEnd {
    /// Files of the archive.
    var entries: UInt64
    /// Bytes of the directory.
    var directory: UInt64
    /// Where the directory begins.
    var offset: UInt64
    /// From where on ZIP64 is used.
    var limit: UInt64

    /// The version of ZIP64, made on Unix.
    private static let version: UInt16 = 45
    private static let unix: UInt16 = 3 << 8
    /// Bytes of the ZIP64 record behind its own length.
    private static let rest: UInt64 = 44

    var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 128)
        let isWide = entries >= UInt64(UInt16.max) || directory >= limit || offset >= limit
        if isWide { writeWide(to: &writer) }
        writer.write(utf8: "PK\u{5}\u{6}")
        let count = isWide ? UInt16.max : UInt16(truncatingIfNeeded: entries)
        for field in [0, 0, count, count] { writer.writeLittleEndian(field) }
        for field in [directory, offset] {
            writer.writeLittleEndian(isWide ? UInt32.max : UInt32(truncatingIfNeeded: field))
        }
        writer.writeLittleEndian(UInt16(0))
        return writer.bytes
    }

    private func writeWide(to writer: inout ByteWriter) {
        writer.write(utf8: "PK\u{6}\u{6}")
        writer.writeLittleEndian(Self.rest)
        writer.writeLittleEndian(Self.unix | Self.version)
        writer.writeLittleEndian(Self.version)
        for disk in [UInt32(0), 0] { writer.writeLittleEndian(disk) }
        for field in [entries, entries, directory, offset] { writer.writeLittleEndian(field) }
        writer.write(utf8: "PK\u{6}\u{7}")
        writer.writeLittleEndian(UInt32(0))
        writer.writeLittleEndian(offset + directory)
        writer.writeLittleEndian(UInt32(1))
    }
}
