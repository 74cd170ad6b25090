import Bytes
import Evidence
import NetworkFormats
import Timing
import TransportStream

extension FuzzTarget {
    /// A section, once as it is and once with its length and checksum set right.
    static func psi(_ input: RawSpan, _ complaints: inout Complaints) {
        section(input, &complaints)
        var section = Array(input.copied().prefix(SectionHeader.maximumLength))
        guard section.count >= 12 else { return }
        section[1] = section[1] & 0xF0 | UInt8((section.count - 3) >> 8)
        section[2] = UInt8(truncatingIfNeeded: section.count - 3)
        let sum = CRC32MPEG.checksum(section.lent.extracting(0..<(section.count - 4)))
        for place in 0..<4 {
            section[section.count - 4 + place] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - place * 8))
        }
        Self.section(section.lent, &complaints)
    }

    private static func section(_ bytes: RawSpan, _ complaints: inout Complaints) {
        if let table = try? ProgramAssociation(parsing: bytes) {
            let again = try? ProgramAssociation(parsing: table.section.lent)
            complaints.expect(again == table, "written differently: \(table)")
        }
        if let map = try? ProgramMap(parsing: bytes) {
            complaints.expect(map.streams.allSatisfy { $0.pid <= 0x1FFF }, "a PID is too wide")
            let again = try? ProgramMap(parsing: map.section.lent)
            complaints.expect(again == map, "written differently: \(map)")
        }
    }

    /// A PES header and an adaptation field in the same bytes.
    static func pes(_ input: RawSpan, _ complaints: inout Complaints) {
        var reader = ByteReader(input)
        if let header = try? PESHeader(parsing: &reader) {
            complaints.expect(
                header.headerLength == reader.offset || !PESHeader.hasOptionalPart(header.streamID),
                "\(header.headerLength) bytes, \(reader.offset) read")
            var writer = ByteWriter()
            header.write(to: &writer)
            var second = ByteReader(writer.bytes.lent)
            let again = try? PESHeader(parsing: &second)
            complaints.expect(
                again?.pts == header.pts && again?.streamID == header.streamID, "written differently: \(header)")
        }
        complaints.expect(reader.offset <= input.byteCount, "read beyond the end")
        var other = ByteReader(input)
        if let field = try? AdaptationField(parsing: &other) {
            complaints.expect(other.offset == 1 + Int(input.byte(at: 0)), "a field of \(other.offset) bytes")
            var writer = ByteWriter()
            field.write(to: &writer)
            var second = ByteReader(writer.bytes.lent)
            let again = try? AdaptationField(parsing: &second)
            complaints.expect(
                again?.clock == field.clock && again?.isRandomAccess == field.isRandomAccess,
                "written differently: \(field)")
        }
        complaints.expect(other.offset <= input.byteCount, "read beyond the end")
    }

    /// Flags 1 | milliseconds from one datagram to the next 1 | transport packets, seven a datagram.
    static func transport(_ input: RawSpan, _ complaints: inout Complaints) {
        guard input.byteCount > 2 else { return }
        let flags = input.byte(at: 0)
        let step = Int64(input.byte(at: 1)) * 1_000_000
        let packetLength = flags & 1 == 0 ? 188 : 204
        let piece = flags & 2 == 0 ? packetLength * 7 : 1 + Int(flags >> 2) * 64
        var analyzer = TransportAnalyzer(
            options: TransportOptions(packetLength: packetLength, collectsRanges: flags & 4 != 0))
        var output = TransportOutput()
        var position = 2
        var number: UInt64 = 0
        var errors = 0
        while position < input.byteCount {
            number += 1
            let end = min(position + piece, input.byteCount)
            let moment = Moment(time: StreamTime(nanoseconds: Int64(number) * step), ordinal: number)
            if number & 7 == 7, flags & 0x80 != 0 { analyzer.restart(at: moment) }
            if number & 7 == 3, flags & 0x40 != 0 { analyzer.skipped(Int(number), at: moment) }
            analyzer.ingest(
                input.extracting(position..<end), from: MediaID(serial: number), moment: moment, into: &output)
            errors += output.continuityErrors
            complaints.expect(
                output.accessUnits.allSatisfy { $0.ranges.upperBound <= output.ranges.count },
                "ranges of a unit beyond their list")
            output.removeAll()
            position = end
        }
        analyzer.finish(at: Moment(time: StreamTime(nanoseconds: 0), ordinal: number), into: &output)
        let facts = analyzer.facts
        complaints.expect(facts.discontinuities == errors, "\(facts.discontinuities) discontinuities, told \(errors)")
        complaints.expect(facts.packets <= input.byteCount / 188, "\(facts.packets) packets")
        complaints.expect(facts.strayBytes >= 0, "\(facts.strayBytes) stray bytes")
        complaints.expect(facts.clocks.count <= TransportAnalyzer.clockLimit, "\(facts.clocks.count) clocks")
        complaints.expect(facts.tracks.count <= TransportAnalyzer.trackLimit, "\(facts.tracks.count) tracks")
    }
}
