import Bytes

/// Finds the IP packet in a frame of any link layer; pure functions on places in the frame.
enum LinkLayer {
    /// What a frame carries; `linkType` is a LINKTYPE_ value of the capture, `wireLength` at least the frame's length.
    static func content(of frame: RawSpan, linkType: UInt32, wireLength: Int) -> LinkContent {
        let start = LinkCursor(offset: 0, end: wireLength)
        return switch linkType {
        case 1: ethernet(frame, start)
        case 0, 108: loopback(frame, start)
        case 12, 14, 101, 228, 229: internet(frame, start)
        case 9, 50: serial(frame, start)
        case 51: pppoe(frame, start)
        case 104: ciscoSerial(frame, start)
        case 113: linuxCooked(frame, start, protocolAt: 14, length: 16)
        case 276: linuxCooked(frame, start, protocolAt: 0, length: 20)
        case 105: WirelessLAN.frame(frame, start, isPadded: false)
        case 119: WirelessLAN.prism(frame, start)
        case 127: WirelessLAN.radiotap(frame, start)
        case 163: WirelessLAN.avs(frame, start)
        default: .refused(.unknownLinkType)
        }
    }

    /// An Ethernet frame (IEEE 802.3): two addresses, then a type or a length.
    static func ethernet(_ frame: RawSpan, _ cursor: LinkCursor) -> LinkContent {
        if let refusal = cursor.refusal(ofReading: 14, in: frame) { return .refused(refusal) }
        let type: UInt16 = frame.bigEndian(at: cursor.offset + 12)
        return typed(type, frame, cursor.advanced(by: 14))
    }

    /// What follows an EtherType, VLAN tags passed over; a value up to 1500 is the length of an LLC frame.
    static func typed(_ etherType: UInt16, _ frame: RawSpan, _ cursor: LinkCursor) -> LinkContent {
        var type = etherType
        var place = cursor
        while place.depth < LinkCursor.maximumDepth {
            place.depth += 1
            switch type {
            case 0x0800: return .ipv4(place)
            case 0x86DD: return .ipv6(place)
            case 0x8100, 0x88A8, 0x9100, 0x9200, 0x9300:
                if let refusal = place.refusal(ofReading: 4, in: frame) { return .refused(refusal) }
                type = frame.bigEndian(at: place.offset + 2)
                place.offset += 4
            case 0x8847, 0x8848: return labelled(frame, place)
            case 0x8864: return pppoe(frame, place)
            case 0...1500:
                place.limit(to: Int(type))
                return logicalLink(frame, place)
            case 0x0806, 0x8035: return .refused(.addressResolution)
            default: return .refused(.notIP)
            }
        }
        return .refused(.malformed)
    }

    /// An LLC header (IEEE 802.2): IP by its own SAP, or SNAP with an EtherType (RFC 1042, IEEE 802.1H).
    static func logicalLink(_ frame: RawSpan, _ cursor: LinkCursor) -> LinkContent {
        if let refusal = cursor.refusal(ofReading: 3, in: frame) { return .refused(refusal) }
        let access: UInt16 = frame.bigEndian(at: cursor.offset)
        guard frame.byte(at: cursor.offset + 2) == 0x03 else { return .refused(.notIP) }
        if access == 0x0606 { return internet(frame, cursor.advanced(by: 3)) }
        guard access == 0xAAAA else { return .refused(.notIP) }
        if let refusal = cursor.refusal(ofReading: 8, in: frame) { return .refused(refusal) }
        let organization: UInt32 = frame.bigEndian(at: cursor.offset + 2) & 0xFF_FFFF
        guard organization == 0 || organization == 0x0000F8 else { return .refused(.notIP) }
        let type: UInt16 = frame.bigEndian(at: cursor.offset + 6)
        return typed(type, frame, cursor.advanced(by: 8))
    }

    /// An IP packet of either version, told by its first four bits.
    static func internet(_ frame: RawSpan, _ cursor: LinkCursor) -> LinkContent {
        if let refusal = cursor.refusal(ofReading: 1, in: frame) { return .refused(refusal) }
        return switch frame.byte(at: cursor.offset) >> 4 {
        case 4: .ipv4(cursor)
        case 6: .ipv6(cursor)
        default: .refused(.notIP)
        }
    }

    /// BSD loopback: an address family in the byte order of whoever captured (NULL), or of the network (LOOP).
    static func loopback(_ frame: RawSpan, _ cursor: LinkCursor) -> LinkContent {
        if let refusal = cursor.refusal(ofReading: 4, in: frame) { return .refused(refusal) }
        // Some dial-up captures are labelled NULL although they begin as PPP or Cisco HDLC frames do.
        let lead: UInt16 = frame.bigEndian(at: cursor.offset)
        if lead == 0xFF03 || lead == 0x0F00 || lead == 0x8F00 { return serial(frame, cursor) }
        let value: UInt32 = frame.littleEndian(at: cursor.offset)
        let family = value & 0xFFFF_0000 == 0 ? value : value.byteSwapped
        let inside = cursor.advanced(by: 4)
        // AF_INET6 is 10 on Linux, 24 on NetBSD and OpenBSD, 28 on FreeBSD, 30 on Darwin.
        return switch family {
        case 2: .ipv4(inside)
        case 10, 24, 28, 30: .ipv6(inside)
        default: .refused(.notIP)
        }
    }

    /// Linux cooked capture v1 and v2: an EtherType among fields of no interest.
    static func linuxCooked(
        _ frame: RawSpan, _ cursor: LinkCursor, protocolAt position: Int, length: Int
    ) -> LinkContent {
        if let refusal = cursor.refusal(ofReading: length, in: frame) { return .refused(refusal) }
        let type: UInt16 = frame.bigEndian(at: cursor.offset + position)
        let inside = cursor.advanced(by: length)
        // Below 0x0600 the field names Linux's own packet kinds, of which 4 is an LLC frame.
        if type < 0x0600 { return type == 4 ? logicalLink(frame, inside) : .refused(.notIP) }
        return typed(type, frame, inside)
    }
}
