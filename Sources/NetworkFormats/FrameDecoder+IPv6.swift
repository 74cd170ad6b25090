import Bytes

extension FrameDecoder {
    /// How many extension headers are passed over in one packet.
    static let maximumExtensionHeaders = 16

    /// An IPv6 packet (RFC 8200); jumbograms are not read.
    mutating func ipv6(_ frame: RawSpan, _ cursor: LinkCursor, _ moment: Moment, into sink: inout some DatagramSink) {
        if let refusal = cursor.refusal(ofReading: 40, in: frame) { return counters.count(refusal) }
        let start = cursor.offset
        let lead: UInt32 = frame.bigEndian(at: start)
        guard lead >> 28 == 6 else { return counters.count(.malformed) }
        let stated = Int(frame.bigEndian(at: start + 4, as: UInt16.self))
        var inside = cursor.advanced(by: 40)
        let hasWrongLength = stated > inside.end - inside.offset
        inside.limit(to: stated)
        let origin = PacketOrigin(
            source: IPAddress(v6: frame.bigEndian(at: start + 8), frame.bigEndian(at: start + 16)),
            destination: IPAddress(v6: frame.bigEndian(at: start + 24), frame.bigEndian(at: start + 32)),
            ttl: frame.byte(at: start + 7), dscp: UInt8(truncatingIfNeeded: lead >> 22) & 0x3F, moment: moment,
            hasWrongLength: hasWrongLength)
        let bytes = frame.extracting(inside.captured(of: frame))
        headers(
            bytes, wireLength: inside.end - inside.offset, first: frame.byte(at: start + 6), origin,
            mayBeFragment: true, into: &sink)
    }

    /// What follows an IPv6 header: extension headers, then the datagram; `first` is the kind of the first of them.
    mutating func headers(
        _ packet: RawSpan, wireLength: Int, first: UInt8, _ packetOrigin: PacketOrigin, mayBeFragment: Bool,
        into sink: inout some DatagramSink
    ) {
        var place = LinkCursor(offset: 0, end: wireLength)
        var kind = first
        var origin = packetOrigin
        for _ in 0...Self.maximumExtensionHeaders {
            let rest = packet.extracting(place.captured(of: packet))
            let length = place.end - place.offset
            switch kind {
            case IPProtocol.udp: return udp(rest, wireLength: length, origin, into: &sink)
            case IPProtocol.icmpV6: return listenerDiscovery(rest, wireLength: length, origin, into: &sink)
            case IPProtocol.hopByHop, IPProtocol.routing, IPProtocol.destinationOptions, IPProtocol.authentication,
                IPProtocol.mobility, IPProtocol.hostIdentity, IPProtocol.shim6:
                if let refusal = place.refusal(ofReading: 8, in: packet) { return counters.count(refusal) }
                let units = Int(rest.byte(at: 1))
                let size = kind == IPProtocol.authentication ? (units + 2) * 4 : (units + 1) * 8
                if let refusal = place.refusal(ofReading: size, in: packet) { return counters.count(refusal) }
                if kind == IPProtocol.routing, rest.byte(at: 3) > 0 { origin.isSourceRouted = true }
                kind = rest.byte(at: 0)
                place.offset += size
            case IPProtocol.fragment:
                if let refusal = place.refusal(ofReading: 8, in: packet) { return counters.count(refusal) }
                let fields: UInt16 = rest.bigEndian(at: 2)
                // A first and last fragment at once is a whole packet (RFC 6946).
                if fields & 0xFFF9 == 0 {
                    kind = rest.byte(at: 0)
                    place.offset += 8
                    continue
                }
                guard mayBeFragment else { return counters.count(.malformed) }
                return fragment(rest, wireLength: length, origin, into: &sink)
            default: return counters.count(.transport(kind))
            }
        }
        counters.count(.malformed)
    }

    /// A fragment header (RFC 8200, 4.5) and the piece behind it.
    private mutating func fragment(
        _ packet: RawSpan, wireLength: Int, _ origin: PacketOrigin, into sink: inout some DatagramSink
    ) {
        let nextHeader = packet.byte(at: 0)
        switch nextHeader {
        case IPProtocol.udp, IPProtocol.destinationOptions, IPProtocol.routing, IPProtocol.authentication: break
        default: return counters.count(.transport(nextHeader))
        }
        let fields: UInt16 = packet.bigEndian(at: 2)
        let piece = Fragment(
            key: FragmentKey(
                source: origin.source, destination: origin.destination, identification: packet.bigEndian(at: 4),
                protocolNumber: IPProtocol.fragment),
            offset: Int(fields & 0xFFF8), wireLength: wireLength - 8, isLast: fields & 1 == 0, nextHeader: nextHeader,
            origin: origin)
        fragment(piece, packet.extracting(8..<packet.byteCount), into: &sink)
    }
}
