public import Bytes

/// The part of a sender report that ties RTP timestamps to wall-clock time (RFC 3550, section 6.4.1).
public struct RTCPSenderInfo: Hashable, Sendable {
    /// Wall-clock time as an NTP timestamp: seconds since 1900 and 2⁻³² s.
    public var ntpTime: UInt64
    /// The same instant in the units of the source's RTP timestamps.
    public var rtpTimestamp: UInt32
    /// RTP packets sent since the beginning.
    public var packetCount: UInt32
    /// Payload bytes sent since the beginning.
    public var octetCount: UInt32

    /// States a sender's figures.
    public init(ntpTime: UInt64, rtpTimestamp: UInt32, packetCount: UInt32, octetCount: UInt32) {
        self.ntpTime = ntpTime
        self.rtpTimestamp = rtpTimestamp
        self.packetCount = packetCount
        self.octetCount = octetCount
    }

    /// Reads the 20 bytes behind the sender's SSRC.
    public init(parsing reader: inout ByteReader) throws(ParseError) {
        ntpTime = try reader.value()
        rtpTimestamp = try reader.value()
        packetCount = try reader.value()
        octetCount = try reader.value()
    }

    /// Appends the 20 bytes.
    public func write(to writer: inout ByteWriter) {
        writer.write(ntpTime)
        writer.write(rtpTimestamp)
        writer.write(packetCount)
        writer.write(octetCount)
    }
}
