import Bytes

extension LinkLayer {
    /// A PPPoE session packet (RFC 2516): version and type, code, session, length, then PPP.
    static func pppoe(_ frame: RawSpan, _ cursor: LinkCursor) -> LinkContent {
        if let refusal = cursor.refusal(ofReading: 6, in: frame) { return .refused(refusal) }
        guard frame.byte(at: cursor.offset) == 0x11 else { return .refused(.malformed) }
        guard frame.byte(at: cursor.offset + 1) == 0 else { return .refused(.notIP) }
        let length: UInt16 = frame.bigEndian(at: cursor.offset + 4)
        var inside = cursor.advanced(by: 6)
        inside.limit(to: Int(length))
        return pointToPoint(frame, inside)
    }

    /// PPP in HDLC-like framing (RFC 1662), its address and control bytes perhaps left out; Cisco's framing is told apart.
    static func serial(_ frame: RawSpan, _ cursor: LinkCursor) -> LinkContent {
        if let refusal = cursor.refusal(ofReading: 2, in: frame) { return .refused(refusal) }
        let lead: UInt16 = frame.bigEndian(at: cursor.offset)
        return switch lead {
        case 0xFF03: pointToPoint(frame, cursor.advanced(by: 2))
        case 0x0F00, 0x8F00: ciscoSerial(frame, cursor)
        default: pointToPoint(frame, cursor)
        }
    }

    /// Cisco HDLC: address, control, EtherType.
    static func ciscoSerial(_ frame: RawSpan, _ cursor: LinkCursor) -> LinkContent {
        if let refusal = cursor.refusal(ofReading: 4, in: frame) { return .refused(refusal) }
        let type: UInt16 = frame.bigEndian(at: cursor.offset + 2)
        return type < 0x0600 ? .refused(.notIP) : typed(type, frame, cursor.advanced(by: 4))
    }

    /// A PPP protocol number (RFC 1661), compressed to one byte when that byte is odd, and what follows it.
    static func pointToPoint(_ frame: RawSpan, _ cursor: LinkCursor) -> LinkContent {
        if let refusal = cursor.refusal(ofReading: 1, in: frame) { return .refused(refusal) }
        let lead = frame.byte(at: cursor.offset)
        let length = lead & 1 == 1 ? 1 : 2
        if let refusal = cursor.refusal(ofReading: length, in: frame) { return .refused(refusal) }
        let number = length == 1 ? UInt16(lead) : frame.bigEndian(at: cursor.offset)
        let inside = cursor.advanced(by: length)
        return switch number {
        case 0x0021: .ipv4(inside)
        case 0x0057: .ipv6(inside)
        case 0x0281, 0x0283: labelled(frame, inside)
        default: .refused(.notIP)
        }
    }

    /// An MPLS label stack (RFC 3032) and what lies under it: IP, or Ethernet with or without a control word (RFC 4448).
    static func labelled(_ frame: RawSpan, _ cursor: LinkCursor) -> LinkContent {
        var place = cursor
        var isBottom = false
        while !isBottom {
            guard place.depth < LinkCursor.maximumDepth else { return .refused(.malformed) }
            if let refusal = place.refusal(ofReading: 4, in: frame) { return .refused(refusal) }
            isBottom = frame.byte(at: place.offset + 2) & 1 == 1
            place.offset += 4
            place.depth += 1
        }
        if let refusal = place.refusal(ofReading: 2, in: frame) { return .refused(refusal) }
        let lead: UInt16 = frame.bigEndian(at: place.offset)
        return switch lead >> 12 {
        case 4: .ipv4(place)
        case 6: .ipv6(place)
        case 0 where lead == 0: ethernet(frame, place.advanced(by: 4))
        case 1: .refused(.notIP)
        default: ethernet(frame, place)
        }
    }
}
