public import Bytes

/// What one receiver says about one source (RFC 3550, section 6.4.1, report block of 24 bytes).
public struct RTCPReceptionReport: Hashable, Sendable {
    /// Bytes of a block.
    public static let length = 24

    /// The source that the block is about.
    public var source: UInt32
    /// Packets lost since the last report, in 1/256 of those expected.
    public var fractionLost: UInt8
    /// Packets lost since the beginning, -2²³ … 2²³ - 1; negative when duplicates came.
    public var cumulativeLost: Int32
    /// Highest sequence number received, extended by its count of cycles.
    public var extendedHighestSequence: UInt32
    /// Interarrival jitter in ticks of the payload's clock.
    public var jitter: UInt32
    /// The middle 32 bits of the last sender report's NTP time; 0 when none came.
    public var lastSenderReport: UInt32
    /// Delay since then in 1/65 536 s.
    public var delaySinceLastSenderReport: UInt32

    /// Reads one block.
    public init(parsing reader: inout ByteReader) throws(ParseError) {
        source = try reader.value()
        fractionLost = try reader.value()
        cumulativeLost = Int32(bitPattern: try reader.value24() << 8) >> 8
        extendedHighestSequence = try reader.value()
        jitter = try reader.value()
        lastSenderReport = try reader.value()
        delaySinceLastSenderReport = try reader.value()
    }

    /// Appends the block.
    public func write(to writer: inout ByteWriter) {
        writer.write(source)
        writer.write(fractionLost)
        writer.writeUInt24(UInt32(bitPattern: cumulativeLost))
        writer.write(extendedHighestSequence)
        writer.write(jitter)
        writer.write(lastSenderReport)
        writer.write(delaySinceLastSenderReport)
    }
}
