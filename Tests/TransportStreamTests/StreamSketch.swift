import Bytes
import Evidence
import NetworkFormats
import Timing
import TransportStream

/// A small transport stream made by hand, packet by packet, and what an analyzer tells of it.
struct StreamSketch {
    var packetizer = TransportPacketizer()
    var packets: [[UInt8]] = []

    /// Cuts what `body` writes into packets and appends them.
    mutating func add(_ body: (inout TransportPacketizer, inout ByteWriter) -> Void) {
        var writer = ByteWriter()
        body(&packetizer, &writer)
        let bytes = writer.bytes
        for start in stride(from: 0, to: bytes.count, by: 188) { packets.append(Array(bytes[start..<(start + 188)])) }
    }

    /// PAT and PMT of program 1 on PID 256 with its clock on the first stream.
    mutating func addTables(_ streams: [ProgramMap.Stream], version: UInt8 = 0) {
        add { packetizer, writer in
            let pat = ProgramAssociation(programs: [.init(number: 1, pid: 256)])
            packetizer.write(section: pat.section, pid: 0, to: &writer)
            let map = ProgramMap(
                programNumber: 1, version: version, clockPID: streams.first?.pid ?? 0x1FFF, streams: streams)
            packetizer.write(section: map.section, pid: 256, to: &writer)
        }
    }

    /// A PES packet with `payload` on `pid`.
    mutating func addUnit(
        _ payload: [UInt8], pid: UInt16, pts: UInt64?, dts: UInt64? = nil, isBounded: Bool = false,
        adaptation: AdaptationField? = nil, streamID: UInt8 = 0xE0
    ) {
        var header = ByteWriter()
        PESHeader(
            streamID: streamID, pts: pts.map { MediaTimestamp($0) }, dts: dts.map { MediaTimestamp($0) },
            payloadLength: isBounded ? payload.count : nil
        ).write(to: &header)
        let pes = header.bytes + payload
        add { packetizer, writer in packetizer.write(pes: pes, pid: pid, adaptation: adaptation, to: &writer) }
    }

    /// An H.264 access unit: a delimiter, what starts an IDR or only a slice, and filling up to `size` bytes.
    static func picture(_ size: Int, isIDR: Bool = false) -> [UInt8] {
        let start: [UInt8] = [0, 0, 0, 1, 9, 0xF0, 0, 0, 1, isIDR ? 0x65 : 0x41]
        return start + Array(repeating: 0xAA, count: max(0, size - start.count))
    }

    /// What an analyzer tells when the packets come one datagram each, `interval` apart.
    func told(
        options: TransportOptions = TransportOptions(), interval: StreamDuration = StreamDuration(milliseconds: 1),
        perDatagram: Int = 1
    ) -> (output: TransportOutput, facts: TransportFacts) {
        var analyzer = TransportAnalyzer(options: options)
        var output = TransportOutput()
        var moment = Moment(time: StreamTime(nanoseconds: 0), ordinal: 0)
        for start in stride(from: 0, to: packets.count, by: perDatagram) {
            let bytes = Array(packets[start..<min(packets.count, start + perDatagram)].joined())
            analyzer.ingest(
                bytes.span.bytes, from: MediaID(serial: moment.ordinal), moment: moment, into: &output)
            moment = Moment(time: moment.time + interval, ordinal: moment.ordinal + 1)
        }
        analyzer.finish(at: moment, into: &output)
        return (output, analyzer.facts)
    }
}

extension TransportAnalyzer {
    /// Takes a whole file as one datagram and ends.
    static func reading(
        _ bytes: [UInt8], options: TransportOptions = TransportOptions()
    ) -> (output: TransportOutput, facts: TransportFacts) {
        var analyzer = TransportAnalyzer(options: options)
        var output = TransportOutput()
        let moment = Moment(time: StreamTime(nanoseconds: 0), ordinal: 1)
        analyzer.ingest(bytes.span.bytes, from: MediaID(serial: 0), moment: moment, into: &output)
        analyzer.finish(at: moment, into: &output)
        return (output, analyzer.facts)
    }
}
