import Bytes
import Clips
import Kernels
import Timing

/// What an archive says of one of its files, in front of it and in the directory (APPNOTE 4.3.7, 4.3.12).
struct ZipRecord {
    /// Bit 11 says that names are UTF-8.
    private static let flags: UInt16 = 0x0800
    /// A regular file that everybody may read and its owner write, as Unix puts it.
    private static let attributes = UInt32(0o100644) << 16
    /// "Made by" Unix, in the upper byte.
    private static let unix: UInt16 = 3 << 8

    private let name: [UInt8]
    private let size: UInt64
    private let offset: UInt64
    private let checksum: UInt32
    private let time: UInt16
    private let date: UInt16
    private let isWide: Bool

    init(_ entry: ZipArchive.Entry, offset: UInt64, limit: UInt64) {
        // Longer names than 16 bits can count are none of ours.
        name = Array(entry.name.utf8.prefix(Int(UInt16.max)))
        size = UInt64(entry.content.count)
        self.offset = offset
        checksum = entry.content.slices.reduce(0) { sum, slice in
            CRC32.checksum(slice.slab.bytes(in: slice.range), after: sum)
        }
        (time, date) = Self.stamp(entry.modified)
        isWide = size >= limit || offset >= limit
    }

    /// The version that a reader must know: 4.5 for ZIP64, else 2.0.
    private var version: UInt16 { isWide ? 45 : 20 }

    /// What lies in front of the file.
    var local: [UInt8] {
        var writer = ByteWriter(capacity: 64 + name.count)
        writer.write(utf8: "PK\u{3}\u{4}")
        writer.writeLittleEndian(version)
        writeCommon(to: &writer)
        writer.writeLittleEndian(UInt16(isWide ? 20 : 0))
        writer.write(contentsOf: name)
        if isWide { writeWide([size, size], to: &writer) }
        return writer.bytes
    }

    /// What the directory says.
    var central: [UInt8] {
        var writer = ByteWriter(capacity: 96 + name.count)
        writer.write(utf8: "PK\u{1}\u{2}")
        writer.writeLittleEndian(Self.unix | version)
        writer.writeLittleEndian(version)
        writeCommon(to: &writer)
        writer.writeLittleEndian(UInt16(isWide ? 28 : 0))
        // No comment, the first disk, no text.
        for _ in 0..<3 { writer.writeLittleEndian(UInt16(0)) }
        writer.writeLittleEndian(Self.attributes)
        writer.writeLittleEndian(isWide ? UInt32.max : UInt32(truncatingIfNeeded: offset))
        writer.write(contentsOf: name)
        if isWide { writeWide([size, size, offset], to: &writer) }
        return writer.bytes
    }

    /// From the flags to the length of the name: the same in both places.
    private func writeCommon(to writer: inout ByteWriter) {
        let length = isWide ? UInt32.max : UInt32(truncatingIfNeeded: size)
        for field in [Self.flags, 0, time, date] { writer.writeLittleEndian(field) }
        for field in [checksum, length, length] { writer.writeLittleEndian(field) }
        writer.writeLittleEndian(UInt16(name.count))
    }

    /// The extra field of ZIP64 (APPNOTE 4.5.3).
    private func writeWide(_ numbers: [UInt64], to writer: inout ByteWriter) {
        writer.writeLittleEndian(UInt16(1))
        writer.writeLittleEndian(UInt16(8 * numbers.count))
        for number in numbers { writer.writeLittleEndian(number) }
    }

    /// Time and date as MS-DOS has them; UTC here.
    private static func stamp(_ instant: StreamTime) -> (time: UInt16, date: UInt16) {
        let fields = instant.rfc3339(digits: 0).split { !$0.isNumber }.compactMap { UInt16($0) }
        guard fields.count == 6, (1980...2107).contains(fields[0]) else { return (0, 1 << 5 | 1) }
        return (
            fields[3] << 11 | fields[4] << 5 | fields[5] / 2, (fields[0] - 1980) << 9 | fields[1] << 5 | fields[2]
        )
    }
}
