import Bytes

/// One section of the program association table: which programs there are (ISO/IEC 13818-1, 2.4.4.3).
public struct ProgramAssociation: Hashable, Sendable {
    /// A program and where its map is.
    public struct Program: Hashable, Sendable {
        /// The program's number; 0 names the network information instead.
        public var number: UInt16
        /// The PID of the program's map.
        public var pid: UInt16

        /// States a program.
        public init(number: UInt16, pid: UInt16) {
            self.number = number
            self.pid = pid & 0x1FFF
        }
    }

    /// The table's id.
    public static let tableID: UInt8 = 0
    /// The PID that carries the table.
    public static let pid: UInt16 = 0

    /// Version, section number and the stream's id.
    public var header: SectionHeader
    /// The programs of this section, in its order.
    public var programs: [Program]

    /// States a table of one section.
    public init(transportStreamID: UInt16 = 1, version: UInt8 = 0, programs: [Program]) {
        header = SectionHeader(tableID: Self.tableID, tableIDExtension: transportStreamID, version: version)
        self.programs = programs
    }

    /// Reads a whole section; throws when it is another table's or its CRC is wrong.
    public init(parsing section: RawSpan) throws(TransportError) {
        header = try SectionHeader(checking: section)
        guard header.tableID == Self.tableID else { throw .unexpectedTable(header.tableID) }
        programs = []
        var position = SectionHeader.length
        while position + 4 <= section.byteCount - SectionHeader.checksumLength {
            programs.append(
                Program(number: section.bigEndian(at: position), pid: section.bigEndian(at: position + 2)))
            position += 4
        }
    }

    /// The section's bytes.
    public var section: [UInt8] {
        var body = ByteWriter(capacity: programs.count * 4)
        for program in programs {
            body.write(program.number)
            body.write(0xE000 | program.pid)
        }
        return header.section(body.bytes)
    }
}
