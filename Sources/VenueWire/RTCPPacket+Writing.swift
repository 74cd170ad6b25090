public import Bytes

extension RTCPPacket {
    private static let mostCounted = 31

    /// Appends the packet with its header; parts beyond the 31 that a header can count are left out.
    public func write(to writer: inout ByteWriter) {
        let start = writer.count
        writer.write(0x80 | count)
        writer.write(type)
        writer.write(UInt16(0))
        switch self {
        case .senderReport(let source, let info, let reports):
            writer.write(source)
            info.write(to: &writer)
            for report in reports.prefix(Self.mostCounted) { report.write(to: &writer) }
        case .receiverReport(let source, let reports):
            writer.write(source)
            for report in reports.prefix(Self.mostCounted) { report.write(to: &writer) }
        case .sourceDescription(let chunks):
            for chunk in chunks.prefix(Self.mostCounted) { chunk.write(to: &writer) }
        case .goodbye(let sources, let reason):
            for source in sources.prefix(Self.mostCounted) { writer.write(source) }
            if let reason {
                let text = Array(reason.utf8.prefix(255))
                writer.write(UInt8(truncatingIfNeeded: text.count))
                writer.write(contentsOf: text)
            }
        case .other(_, _, let body):
            writer.write(contentsOf: body)
        }
        writer.write(repeating: 0, count: (4 - (writer.count - start) % 4) % 4)
        writer.patch(UInt16(truncatingIfNeeded: (writer.count - start) / 4 - 1), at: start + 2)
    }

    private var count: UInt8 {
        switch self {
        case .senderReport(_, _, let reports): UInt8(truncatingIfNeeded: min(reports.count, Self.mostCounted))
        case .receiverReport(_, let reports): UInt8(truncatingIfNeeded: min(reports.count, Self.mostCounted))
        case .sourceDescription(let chunks): UInt8(truncatingIfNeeded: min(chunks.count, Self.mostCounted))
        case .goodbye(let sources, _): UInt8(truncatingIfNeeded: min(sources.count, Self.mostCounted))
        case .other(_, let count, _): count & 0x1f
        }
    }
}
