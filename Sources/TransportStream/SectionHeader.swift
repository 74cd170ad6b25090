import Bytes

/// The eight bytes that begin a PSI section of the long form (ISO/IEC 13818-1, 2.4.4).
///
/// ```
/// | table 8 | 1 0 11 | length 12 | extension 16 | 11 version 5 current 1 | number 8 | last number 8 |
/// ```
public struct SectionHeader: Hashable, Sendable {
    /// The most bytes a PAT or PMT section can have, header and CRC included.
    public static let maximumLength = 1_024
    static let length = 8
    static let checksumLength = 4

    /// Which table the section belongs to.
    public var tableID: UInt8
    /// The stream's id in a PAT, the program's number in a PMT.
    public var tableIDExtension: UInt16
    /// Counts the table's changes, 0…31.
    public var version: UInt8
    /// Whether the table holds now; otherwise it is the next one to hold.
    public var isCurrent: Bool
    /// This section's number, from 0.
    public var number: UInt8
    /// The highest section number of the table.
    public var lastNumber: UInt8

    /// States a header.
    public init(
        tableID: UInt8, tableIDExtension: UInt16, version: UInt8 = 0, isCurrent: Bool = true, number: UInt8 = 0,
        lastNumber: UInt8 = 0
    ) {
        self.tableID = tableID
        self.tableIDExtension = tableIDExtension
        self.version = version & 31
        self.isCurrent = isCurrent
        self.number = number
        self.lastNumber = lastNumber
    }

    /// Reads the header of `section`, which must be whole; throws when its length or its CRC is wrong.
    public init(checking section: RawSpan) throws(TransportError) {
        let least = Self.length + Self.checksumLength
        guard section.byteCount >= least else {
            throw .truncated(Truncation(wanted: least, remaining: section.byteCount, offset: 0))
        }
        let length = Int(section.bigEndian(at: 1, as: UInt16.self) & 0xFFF)
        guard length + 3 == section.byteCount else { throw .badLength(length) }
        guard CRC32MPEG.checksum(section) == 0 else { throw .badChecksum }
        tableID = section.byte(at: 0)
        tableIDExtension = section.bigEndian(at: 3)
        version = section.byte(at: 5) >> 1 & 31
        isCurrent = section.byte(at: 5) & 1 != 0
        number = section.byte(at: 6)
        lastNumber = section.byte(at: 7)
    }

    /// A whole section: this header, `body`, and the CRC.
    func section(_ body: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: Self.length + body.count + Self.checksumLength)
        writer.write(tableID)
        writer.write(0xB000 | UInt16(truncatingIfNeeded: body.count + Self.length - 3 + Self.checksumLength) & 0xFFF)
        writer.write(tableIDExtension)
        writer.write(0xC0 | (version & 31) << 1 | (isCurrent ? 1 : 0))
        writer.write(number)
        writer.write(lastNumber)
        writer.write(contentsOf: body)
        let written = writer.bytes
        writer.write(CRC32MPEG.checksum(written.lent))
        return writer.bytes
    }
}
