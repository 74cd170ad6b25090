import Bytes

/// 802.11 frames as captured on the air, with the headers that capture drivers put before them.
enum WirelessLAN {
    /// A radiotap header, of which only the flags matter here: FCS at the end, padding behind the header, damaged.
    static func radiotap(_ frame: RawSpan, _ cursor: LinkCursor) -> LinkContent {
        if let refusal = cursor.refusal(ofReading: 8, in: frame) { return .refused(refusal) }
        guard frame.byte(at: cursor.offset) == 0 else { return .refused(.malformed) }
        let length = Int(frame.littleEndian(at: cursor.offset + 2, as: UInt16.self))
        guard length >= 8 else { return .refused(.malformed) }
        if let refusal = cursor.refusal(ofReading: length, in: frame) { return .refused(refusal) }
        let flags = radiotapFlags(frame, cursor.offset, length)
        if flags & 0x40 != 0 { return .refused(.wlanBadFCS) }
        var inside = cursor.advanced(by: length)
        if flags & 0x10 != 0 { inside.limit(to: inside.end - inside.offset - 4) }
        return Self.frame(frame, inside, isPadded: flags & 0x20 != 0)
    }

    /// The flags field: it follows the words that say which fields there are, and an aligned time stamp if there is one.
    private static func radiotapFlags(_ frame: RawSpan, _ start: Int, _ length: Int) -> UInt8 {
        let present: UInt32 = frame.littleEndian(at: start + 4)
        guard present & 2 != 0 else { return 0 }
        var position = 8
        var word = present
        while word >> 31 == 1 {
            guard position + 4 <= length else { return 0 }
            word = frame.littleEndian(at: start + position)
            position += 4
        }
        if present & 1 != 0 { position = (position + 7) / 8 * 8 + 8 }
        return position < length ? frame.byte(at: start + position) : 0
    }

    /// A Prism header, whose second word is its length in the byte order of the driver; or an AVS header in its place.
    static func prism(_ frame: RawSpan, _ cursor: LinkCursor) -> LinkContent {
        if let refusal = cursor.refusal(ofReading: 8, in: frame) { return .refused(refusal) }
        if frame.bigEndian(at: cursor.offset, as: UInt32.self) >> 12 == 0x80211 { return avs(frame, cursor) }
        let length: UInt32 = frame.littleEndian(at: cursor.offset + 4)
        return driver(frame, cursor, length: length > 0xFFFF ? length.byteSwapped : length)
    }

    /// An AVS header: a magic number, then its length, both big-endian.
    static func avs(_ frame: RawSpan, _ cursor: LinkCursor) -> LinkContent {
        if let refusal = cursor.refusal(ofReading: 8, in: frame) { return .refused(refusal) }
        return driver(frame, cursor, length: frame.bigEndian(at: cursor.offset + 4))
    }

    private static func driver(_ frame: RawSpan, _ cursor: LinkCursor, length: UInt32) -> LinkContent {
        guard length >= 8 else { return .refused(.malformed) }
        if let refusal = cursor.refusal(ofReading: Int(length), in: frame) { return .refused(refusal) }
        return Self.frame(frame, cursor.advanced(by: Int(length)), isPadded: false)
    }

    /// An 802.11 MAC frame (IEEE 802.11, 9.2 and 9.3.2); `isPadded` when its header is padded to whole words.
    static func frame(_ frame: RawSpan, _ cursor: LinkCursor, isPadded: Bool) -> LinkContent {
        if let refusal = cursor.refusal(ofReading: 2, in: frame) { return .refused(refusal) }
        let control = frame.byte(at: cursor.offset)
        let flags = frame.byte(at: cursor.offset + 1)
        guard control & 3 == 0 else { return .refused(.malformed) }
        switch control >> 2 & 3 {
        case 0: return .refused(.wlanManagement)
        case 1: return .refused(.wlanControl)
        case 2: break
        default: return .refused(.malformed)
        }
        let hasQuality = control & 0x80 != 0
        if control & 0x40 != 0 { return .refused(.wlanNoData) }
        if flags & 0x40 != 0 { return .refused(.wlanEncrypted) }

        let quality = flags & 3 == 3 ? 30 : 24
        let header = quality + (hasQuality ? (flags & 0x80 != 0 ? 6 : 2) : 0)
        let length = isPadded ? (header + 3) / 4 * 4 : header
        if let refusal = cursor.refusal(ofReading: length, in: frame) { return .refused(refusal) }
        if flags & 4 != 0 || frame.byte(at: cursor.offset + 22) & 0x0F != 0 { return .refused(.wlanFragment) }
        let inside = cursor.advanced(by: length)
        let isAggregate = hasQuality && frame.byte(at: cursor.offset + quality) & 0x80 != 0
        return isAggregate ? .aggregate(inside) : LinkLayer.logicalLink(frame, inside)
    }

    /// The next subframe of an A-MSDU (IEEE 802.11, 9.3.2.2), `rest` moved behind it; nil at the end.
    static func nextSubframe(_ frame: RawSpan, _ rest: inout LinkCursor) -> LinkContent? {
        guard rest.end > rest.offset else { return nil }
        if let refusal = rest.refusal(ofReading: 14, in: frame) {
            // Fewer bytes than a subframe's header are the padding of the last one.
            let isPadding = refusal == .malformed && rest.end - rest.offset < 4
            rest.offset = rest.end
            return isPadding ? nil : .refused(refusal)
        }
        let length = Int(frame.bigEndian(at: rest.offset + 12, as: UInt16.self))
        var inside = rest.advanced(by: 14)
        guard length <= inside.end - inside.offset else {
            rest.offset = rest.end
            return .refused(.malformed)
        }
        inside.limit(to: length)
        rest.offset = min(rest.end, rest.offset + (14 + length + 3) / 4 * 4)
        return LinkLayer.logicalLink(frame, inside)
    }
}
