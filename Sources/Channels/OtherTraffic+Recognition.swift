import Bytes
import NetworkFormats
import VenueWire

extension OtherTraffic {
    /// What a datagram looks like, its payload first and its ports second.
    init(of header: DatagramHeader, _ payload: RawSpan) {
        guard payload.byteCount > 0 else {
            self = .empty
            return
        }
        self =
            Self(byBytes: payload, isMulticast: header.destination.address.isMulticast) ?? Self(byPort: header)
            ?? (payload.byte(at: 0) >> 6 == 2 && payload.byteCount >= RTPHeader.fixedLength
                ? .unconfirmedRTP : .unknown)
    }

    /// What a well-known port at either end says; nil when neither is one.
    private init?(byPort header: DatagramHeader) {
        guard let kind = Self(port: header.destination.port) ?? Self(port: header.source.port) else { return nil }
        self = kind
    }

    /// The protocol whose datagrams are never taken for an elementary stream, though they may begin with the bits of RTP.
    ///
    /// A source port above 1023 is no proof: senders choose theirs at random.
    init?(reservedBy header: DatagramHeader) {
        let source = header.source.port < 1_024 ? Self(port: header.source.port) : nil
        guard let kind = Self(port: header.destination.port) ?? source else { return nil }
        self = kind
    }

    private init?(port: UInt16) {
        switch port {
        case 53: self = .dns
        case 67, 68, 546, 547: self = .dhcp
        case 69: self = .tftp
        case 123: self = .ntp
        case 137, 138: self = .netbios
        case 161, 162: self = .snmp
        case 319, 320: self = .ptp
        case 443: self = .quic
        case 500, 4500: self = .ike
        case 514: self = .syslog
        case 520, 521, 1985: self = .routing
        case 1701, 2123, 2152, 3544, 4754, 4789, 6081: self = .tunnel
        case 1812, 1813: self = .radius
        case 1900, 3702: self = .ssdp
        case 5060, 5061: self = .sip
        case 5353: self = .mdns
        case 5355: self = .llmnr
        default: return nil
        }
    }

    private init?(byBytes bytes: RawSpan, isMulticast: Bool) {
        let first = bytes.byte(at: 0)
        if bytes.byteCount >= 20, first < 4, bytes.bigEndian(at: 4, as: UInt32.self) == 0x2112_a442 {
            self = .stun
        } else if bytes.byteCount >= 13, (20...63).contains(first), bytes.byte(at: 1) == 0xfe {
            self = .dtls
        } else if Self.isSRT(bytes) {
            self = .srt
        } else if Self.begins(bytes, with: Self.sipWords) {
            self = .sip
        } else if Self.begins(bytes, with: Self.discoveryWords) {
            self = .ssdp
        } else if first & 0xc0 == 0xc0, Self.hasQUICVersion(bytes) {
            self = .quic
        } else if isMulticast, Self.isLCT(bytes) {
            self = .alc
        } else if isMulticast, Self.isMMTP(bytes) {
            self = .mmt
        } else {
            return nil
        }
    }

    /// A control packet whose type is below 9 and its subtype 0; or a data packet: a whole message in clear, with a
    /// number that a session begins with.
    private static func isSRT(_ bytes: RawSpan) -> Bool {
        guard bytes.byteCount >= 16 else { return false }
        if bytes.byte(at: 0) == 0x80 { return bytes.byte(at: 1) < 9 && bytes.bigEndian(at: 2, as: UInt16.self) == 0 }
        return bytes.byte(at: 0) < 0x80 && bytes.byteCount > 16 && bytes.byte(at: 4) & 0xdf == 0xc0
            && bytes.byte(at: 5) < 4
    }

    private static let sipWords = words(
        "SIP/2.0 ", "INVITE ", "REGISTER", "OPTIONS ", "BYE sip:", "ACK sip:", "CANCEL ")
    private static let discoveryWords = words("M-SEARCH", "NOTIFY *", "HTTP/1.1")

    private static func words(_ words: String...) -> [[UInt8]] { words.map { Array($0.utf8) } }

    private static func begins(_ bytes: RawSpan, with words: [[UInt8]]) -> Bool {
        guard bytes.byteCount >= 8 else { return false }
        return words.contains { word in word.indices.allSatisfy { bytes.byte(at: $0) == word[$0] } }
    }

    private static func hasQUICVersion(_ bytes: RawSpan) -> Bool {
        guard bytes.byteCount >= 7 else { return false }
        let version: UInt32 = bytes.bigEndian(at: 1)
        return version == 1 || version == 0x6b33_43cf || version >> 8 == 0xff_0000
    }

    /// An LCT header whose length fits its flags (RFC 5651, 5.1).
    private static func isLCT(_ bytes: RawSpan) -> Bool {
        guard bytes.byteCount >= 8, bytes.byte(at: 0) >> 4 == 1 else { return false }
        let first = Int(bytes.byte(at: 0))
        let second = Int(bytes.byte(at: 1))
        let half = second >> 4 & 1
        // Words of the fixed part, congestion control, TSI and TOI; half words of both come together.
        let words = 1 + (first >> 2 & 3) + 1 + (second >> 7 & 1) + (second >> 5 & 3) + half
        let length = Int(bytes.byte(at: 2))
        return length >= words && length * 4 <= bytes.byteCount
    }

    /// A header of ISO/IEC 23008-1, 9.2: version 1 in the two highest bits, as ATSC 3.0 sends it, and a known type.
    private static func isMMTP(_ bytes: RawSpan) -> Bool {
        bytes.byteCount >= 16 && bytes.byte(at: 0) >> 6 == 1 && bytes.byte(at: 1) & 0x3f <= 3
    }
}
