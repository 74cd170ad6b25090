import Bytes
import NetworkFormats
import Timing
import VenueWire

extension FuzzTarget {
    /// Link types by the low bits of an input's bytes: those we read, and one that we do not.
    static let linkTypes: [UInt32] = [1, 0, 108, 101, 113, 276, 105, 127, 119, 163, 9, 50, 51, 104, 12, 147]

    /// Frames of one decoder, each: link type 1 | bytes cut off by the capture 1 | length 2 | frame.
    static func frame(_ input: RawSpan, _ complaints: inout Complaints) {
        var decoder = FrameDecoder(options: FrameOptions(verifyChecksums: input.byteCount % 2 == 1))
        var sink = CountingSink()
        var frames = 0
        var aggregates = 0
        var reader = ByteReader(input)
        while reader.remaining >= 4, let kind = try? reader.read(UInt8.self), let cut = try? reader.read(UInt8.self),
            let length = try? reader.read(UInt16.self),
            let frame = try? reader.readSpan(min(Int(length), reader.remaining))
        {
            frames += 1
            if [105, 119, 127, 163].contains(linkTypes[Int(kind) % linkTypes.count]) { aggregates += 1 }
            let moment = Moment(time: StreamTime(nanoseconds: Int64(frames) * 1_000_000), ordinal: UInt64(frames))
            decoder.decode(
                frame, linkType: linkTypes[Int(kind) % linkTypes.count], wireLength: frame.byteCount + Int(cut),
                at: moment, droppedBefore: UInt32(kind) << 24, into: &sink)
        }
        let counters = decoder.counters
        complaints.expect(counters.frames == frames, "frames: \(counters.frames) of \(frames)")
        complaints.expect(counters.datagrams == sink.datagrams, "datagrams: \(counters.datagrams)")
        complaints.expect(sink.wrongLengths == 0, "stored lengths differ from the bytes lent")
        complaints.expect(counters.all.allSatisfy { $0.count >= 0 }, "a counter is negative")
        let skipped = counters.skipped.reduce(0) { $0 + $1.count }
        let told = counters.datagrams + counters.membershipMessages + skipped + counters.fragmentsReassembled
        // Only an 802.11 aggregate may hold nothing at all.
        complaints.expect(told + aggregates >= frames, "a frame vanished: \(told) of \(frames)")
    }

    /// How much longer the packet was on the wire 2 | packet.
    static func rtp(_ input: RawSpan, _ complaints: inout Complaints) {
        guard input.byteCount >= 2 else { return }
        let packet = input.extracting(2..<input.byteCount)
        let wireLength = packet.byteCount + Int(input.bigEndian(at: 0, as: UInt16.self))
        guard let header = try? RTPHeader(parsing: packet, wireLength: wireLength) else { return }
        complaints.expect(
            header.payload.lowerBound >= RTPHeader.fixedLength && header.payload.upperBound <= packet.byteCount,
            "payload \(header.payload) of \(packet.byteCount) bytes")
        complaints.expect(header.contributingSourceCount <= 15 && header.payloadType < 128, "a field is too wide")
        var writer = ByteWriter()
        header.write(to: &writer)
        guard let again = try? RTPHeader(parsing: writer.bytes.lent) else {
            return complaints.expect(false, "what was written cannot be read")
        }
        complaints.expect(
            again.sequenceNumber == header.sequenceNumber && again.timestamp == header.timestamp
                && again.synchronizationSource == header.synchronizationSource
                && again.payloadType == header.payloadType && again.marker == header.marker,
            "written as \(again), was \(header)")
    }

    /// How much longer the datagram was on the wire 2 | datagram.
    static func rtcp(_ input: RawSpan, _ complaints: inout Complaints) {
        guard input.byteCount >= 2 else { return }
        let datagram = input.extracting(2..<input.byteCount)
        let wireLength = datagram.byteCount + Int(input.bigEndian(at: 0, as: UInt16.self))
        _ = RTCPCompound.canBegin(datagram, wireLength: wireLength)
        guard let compound = try? RTCPCompound(parsing: datagram, wireLength: wireLength) else { return }
        complaints.expect(
            (1...RTCPCompound.packetLimit).contains(compound.packets.count), "\(compound.packets.count) packets")
        var writer = ByteWriter()
        compound.write(to: &writer)
        let again = try? RTCPCompound(parsing: writer.bytes.lent)
        complaints.expect(
            again?.packets.count == compound.packets.count, "written packets read as \(String(describing: again))")
    }

    /// A repair packet.
    static func parity(_ input: RawSpan, _ complaints: inout Complaints) {
        guard let header = try? ParityHeader(parsing: input) else { return }
        complaints.expect(header.payload.upperBound == input.byteCount, "payload \(header.payload)")
        complaints.expect((1...65_025).contains(header.span), "span \(header.span)")
        for place in [0, 1, header.count - 1] where place < header.count {
            // Numbers come round again when more are protected than there are.
            guard header.span <= 65_536, header.count <= 256 else { continue }
            complaints.expect(header.place(of: header.member(place)) == place, "place \(place) is not found again")
        }
        var writer = ByteWriter()
        header.write(to: &writer)
        writer.write(repeating: 0, count: header.payloadLength)
        complaints.expect((try? ParityHeader(parsing: writer.bytes.lent)) == header, "written differently: \(header)")
    }
}

/// Counts what a frame decoder gives.
struct CountingSink: DatagramSink {
    var datagrams = 0
    var reports = 0
    var wrongLengths = 0

    mutating func ingest(_ header: DatagramHeader, _ payload: RawSpan) {
        datagrams += 1
        if Int(header.storedLength) != payload.byteCount || header.storedLength > header.wireLength {
            wrongLengths += 1
        }
    }

    mutating func advance(to time: StreamTime) {}

    mutating func observe(_ report: MembershipReport) { reports += 1 }
}
