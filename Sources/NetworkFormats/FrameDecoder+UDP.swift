import Bytes

extension FrameDecoder {
    /// A UDP datagram (RFC 768): `segment` is what the capture holds of the `wireLength` bytes that the IP packet carried.
    mutating func udp(
        _ segment: RawSpan, wireLength: Int, _ origin: PacketOrigin, into sink: inout some DatagramSink
    ) {
        guard wireLength >= 8 else { return counters.count(.malformed) }
        guard segment.byteCount >= 8 else { return counters.count(.truncatedHeader) }
        let stated = Int(segment.bigEndian(at: 4, as: UInt16.self))
        guard stated >= 8 else { return counters.count(.malformed) }
        if stated > wireLength || origin.hasWrongLength { counters.lengthMismatches += 1 }
        let length = min(stated, wireLength)
        let stored = min(length, segment.byteCount)
        if stored == stated, !addsUp(segment.extracting(0..<stored), origin) {
            counters.checksumMismatches += 1
            if options.verifyChecksums { return counters.count(.badChecksum) }
        }
        let header = DatagramHeader(
            time: origin.moment.time, ordinal: origin.moment.ordinal,
            source: Endpoint(origin.source, segment.bigEndian(at: 0)),
            destination: Endpoint(origin.destination, segment.bigEndian(at: 2)), droppedBefore: pendingDrops,
            wireLength: UInt32(length - 8), storedLength: UInt32(stored - 8), ttl: origin.ttl, dscp: origin.dscp)
        pendingDrops = 0
        counters.datagrams += 1
        sink.ingest(header, segment.extracting(8..<stored))
    }

    /// Whether the checksums of a whole datagram are right; in IPv4 a UDP checksum of 0 says that there is none.
    private func addsUp(_ datagram: RawSpan, _ origin: PacketOrigin) -> Bool {
        if origin.hasWrongChecksum { return false }
        if origin.isSourceRouted { return true }
        let field: UInt16 = datagram.bigEndian(at: 6)
        if field == 0 { return !origin.source.isIPv6 }
        return InternetChecksum.udp(datagram, from: origin.source, to: origin.destination) == 0xFFFF
    }

    /// A fragment of a packet; when it was the last one missing, the whole datagram.
    mutating func fragment(_ piece: Fragment, _ bytes: RawSpan, into sink: inout some DatagramSink) {
        guard piece.key.protocolNumber != IPProtocol.igmp else { return counters.count(.transport(IPProtocol.igmp)) }
        guard !piece.origin.hasWrongLength else { return counters.count(.malformed) }
        if options.verifyChecksums, piece.origin.hasWrongChecksum, bytes.byteCount == piece.wireLength {
            counters.checksumMismatches += 1
            return counters.count(.badChecksum)
        }
        counters.fragment += 1
        guard let whole = fragments.insert(piece, bytes) else { return }
        counters.fragment -= whole.pieces
        counters.fragmentsReassembled += whole.pieces
        counters.datagramsReassembled += 1
        var origin = whole.origin
        origin.moment = piece.origin.moment
        let packet = whole.buffer.lent.extracting(0..<whole.storedLength)
        if origin.source.isIPv6 {
            headers(
                packet, wireLength: whole.wireLength, first: whole.nextHeader, origin, mayBeFragment: false,
                into: &sink)
        } else {
            udp(packet, wireLength: whole.wireLength, origin, into: &sink)
        }
        fragments.reuse(whole.buffer)
    }
}
