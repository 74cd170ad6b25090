import Bytes

extension FrameDecoder {
    /// An IPv4 packet (RFC 791).
    mutating func ipv4(_ frame: RawSpan, _ cursor: LinkCursor, _ moment: Moment, into sink: inout some DatagramSink) {
        if let refusal = cursor.refusal(ofReading: 20, in: frame) { return counters.count(refusal) }
        let start = cursor.offset
        let lead = frame.byte(at: start)
        let headerLength = Int(lead & 0x0F) * 4
        guard lead >> 4 == 4, headerLength >= 20 else { return counters.count(.malformed) }
        if let refusal = cursor.refusal(ofReading: headerLength, in: frame) { return counters.count(refusal) }

        // A length of 0 is left by senders whose network card cuts the packet up: then the frame says how long it is.
        let stated = Int(frame.bigEndian(at: start + 2, as: UInt16.self))
        guard stated == 0 || stated >= headerLength else { return counters.count(.malformed) }
        var inside = cursor
        if stated != 0 { inside.limit(to: stated) }
        inside.offset += headerLength

        let number = frame.byte(at: start + 9)
        guard number == IPProtocol.udp || number == IPProtocol.igmp else { return counters.count(.transport(number)) }
        let header = frame.extracting(start..<(start + headerLength))
        let origin = PacketOrigin(
            source: IPAddress(v4: frame.bigEndian(at: start + 12)),
            destination: IPAddress(v4: frame.bigEndian(at: start + 16)),
            ttl: frame.byte(at: start + 8), dscp: frame.byte(at: start + 1) >> 2, moment: moment,
            hasWrongChecksum: !InternetChecksum.holds(header), hasWrongLength: stated > cursor.end - start)
        let bytes = frame.extracting(inside.captured(of: frame))
        let wireLength = inside.end - inside.offset

        let fragmentation: UInt16 = frame.bigEndian(at: start + 6)
        if fragmentation & 0x3FFF != 0 {
            let identification: UInt16 = frame.bigEndian(at: start + 4)
            let piece = Fragment(
                key: FragmentKey(
                    source: origin.source, destination: origin.destination, identification: UInt32(identification),
                    protocolNumber: number),
                offset: Int(fragmentation & 0x1FFF) * 8, wireLength: wireLength,
                isLast: fragmentation & 0x2000 == 0, nextHeader: number, origin: origin)
            return fragment(piece, bytes, into: &sink)
        }
        if number == IPProtocol.udp {
            udp(bytes, wireLength: wireLength, origin, into: &sink)
        } else {
            igmp(bytes, wireLength: wireLength, origin, into: &sink)
        }
    }
}
