import Bytes

/// One packet of an RTCP compound (RFC 3550, section 6).
public enum RTCPPacket: Hashable, Sendable {
    /// SR: what a sender sent, and what it received.
    case senderReport(source: UInt32, RTCPSenderInfo, [RTCPReceptionReport])
    /// RR: what a participant received.
    case receiverReport(source: UInt32, [RTCPReceptionReport])
    /// SDES: who the sources are.
    case sourceDescription([RTCPSourceDescription])
    /// BYE: sources that leave, and why.
    case goodbye([UInt32], reason: String?)
    /// Any other type, unread; `count` is the five bits beside the version.
    case other(type: UInt8, count: UInt8, body: [UInt8])

    static let senderReportType: UInt8 = 200
    static let receiverReportType: UInt8 = 201
    static let sourceDescriptionType: UInt8 = 202
    static let goodbyeType: UInt8 = 203

    /// The packet's type on the wire, 192…223 (RFC 5761).
    public var type: UInt8 {
        switch self {
        case .senderReport: Self.senderReportType
        case .receiverReport: Self.receiverReportType
        case .sourceDescription: Self.sourceDescriptionType
        case .goodbye: Self.goodbyeType
        case .other(let type, _, _): type
        }
    }

    /// Reads what follows the four bytes of the header; `reader` ends where the packet ends.
    ///
    /// Bytes behind the parts we know, such as profile extensions of reports, are passed over.
    init(type: UInt8, count: UInt8, body reader: inout ByteReader) throws(ParseError) {
        switch type {
        case Self.senderReportType:
            let source: UInt32 = try reader.value()
            let info = try RTCPSenderInfo(parsing: &reader)
            self = .senderReport(source: source, info, try Self.reports(count, &reader))
        case Self.receiverReportType:
            let source: UInt32 = try reader.value()
            self = .receiverReport(source: source, try Self.reports(count, &reader))
        case Self.sourceDescriptionType:
            var chunks: [RTCPSourceDescription] = []
            for _ in 0..<count { chunks.append(try RTCPSourceDescription(parsing: &reader)) }
            self = .sourceDescription(chunks)
        case Self.goodbyeType:
            var sources: [UInt32] = []
            for _ in 0..<count { sources.append(try reader.value()) }
            let reason = reader.remaining > 0 ? try reader.text(Int(try reader.value(UInt8.self))) : nil
            self = .goodbye(sources, reason: reason)
        default:
            self = .other(type: type, count: count, body: reader.readRest().copied())
        }
    }

    private static func reports(_ count: UInt8, _ reader: inout ByteReader) throws(ParseError) -> [RTCPReceptionReport]
    {
        var reports: [RTCPReceptionReport] = []
        for _ in 0..<count { reports.append(try RTCPReceptionReport(parsing: &reader)) }
        return reports
    }
}
