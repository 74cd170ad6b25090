import Bytes

/// The program map of one program: its clock and its elementary streams (ISO/IEC 13818-1, 2.4.4.8).
public struct ProgramMap: Hashable, Sendable {
    /// An elementary stream of the program.
    public struct Stream: Hashable, Sendable {
        /// The kind of stream (table 2-34).
        public var streamType: UInt8
        /// The PID that carries it.
        public var pid: UInt16
        /// Its descriptors, each a tag, a length and as many bytes.
        public var descriptors: [UInt8]

        /// States a stream.
        public init(streamType: UInt8, pid: UInt16, descriptors: [UInt8] = []) {
            self.streamType = streamType
            self.pid = pid & 0x1FFF
            self.descriptors = descriptors
        }
    }

    /// The table's id.
    public static let tableID: UInt8 = 2

    /// Version and the program's number.
    public var header: SectionHeader
    /// The PID whose adaptation fields carry the clock; 1FFF when there is none.
    public var clockPID: UInt16
    /// The program's own descriptors.
    public var descriptors: [UInt8]
    /// The streams, in the section's order.
    public var streams: [Stream]

    /// States a map.
    public init(
        programNumber: UInt16, version: UInt8 = 0, clockPID: UInt16, descriptors: [UInt8] = [], streams: [Stream]
    ) {
        header = SectionHeader(tableID: Self.tableID, tableIDExtension: programNumber, version: version)
        self.clockPID = clockPID & 0x1FFF
        self.descriptors = descriptors
        self.streams = streams
    }

    /// Reads a whole section; throws when it is another table's, its CRC is wrong or an inner length points outside.
    public init(parsing section: RawSpan) throws(TransportError) {
        header = try SectionHeader(checking: section)
        guard header.tableID == Self.tableID else { throw .unexpectedTable(header.tableID) }
        let body = section.extracting(SectionHeader.length..<(section.byteCount - SectionHeader.checksumLength))
        var reader = ByteReader(body)
        streams = []
        do {
            clockPID = try reader.read(UInt16.self) & 0x1FFF
            let length = Int(try reader.read(UInt16.self) & 0xFFF)
            descriptors = try reader.readSpan(length).copied()
            while reader.remaining >= 5 {
                let streamType: UInt8 = try reader.read()
                let pid = try reader.read(UInt16.self) & 0x1FFF
                let length = Int(try reader.read(UInt16.self) & 0xFFF)
                let descriptors = try reader.readSpan(length).copied()
                streams.append(Stream(streamType: streamType, pid: pid, descriptors: descriptors))
            }
        } catch {
            throw .truncated(error)
        }
    }

    /// The section's bytes.
    public var section: [UInt8] {
        var body = ByteWriter(capacity: 64)
        body.write(0xE000 | clockPID)
        body.write(0xF000 | UInt16(truncatingIfNeeded: descriptors.count) & 0xFFF)
        body.write(contentsOf: descriptors)
        for stream in streams {
            body.write(stream.streamType)
            body.write(0xE000 | stream.pid)
            body.write(0xF000 | UInt16(truncatingIfNeeded: stream.descriptors.count) & 0xFFF)
            body.write(contentsOf: stream.descriptors)
        }
        return header.section(body.bytes)
    }
}
