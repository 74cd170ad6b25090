public import Timing

/// All that is known of a UDP datagram besides its payload.
public struct DatagramHeader: Hashable, Sendable {
    /// When it arrived; never before a datagram given out earlier.
    public var time: StreamTime
    /// Its number, from 1, which never falls.
    ///
    /// Live it counts datagrams; from a capture it is the number of the frame, as Wireshark counts.
    public var ordinal: UInt64
    /// Who sent it.
    public var source: Endpoint
    /// Where it was sent to.
    public var destination: Endpoint
    /// Datagrams the receiver itself lost just before this one (kernel or capture drops).
    public var droppedBefore: UInt32
    /// Length of the UDP payload as it was on the wire, in bytes.
    public var wireLength: UInt32
    /// Length of the payload that was kept, in bytes; less than `wireLength` when the capture cut it.
    public var storedLength: UInt32
    /// IP time to live or hop limit.
    public var ttl: UInt8
    /// Differentiated-services code point, 0…63.
    public var dscp: UInt8

    /// States a datagram's facts.
    public init(
        time: StreamTime, ordinal: UInt64, source: Endpoint, destination: Endpoint, droppedBefore: UInt32 = 0,
        wireLength: UInt32, storedLength: UInt32, ttl: UInt8 = 0, dscp: UInt8 = 0
    ) {
        self.time = time
        self.ordinal = ordinal
        self.source = source
        self.destination = destination
        self.droppedBefore = droppedBefore
        self.wireLength = wireLength
        self.storedLength = storedLength
        self.ttl = ttl
        self.dscp = dscp
    }

    /// When, and by which datagram.
    public var moment: Moment { Moment(time: time, ordinal: ordinal) }

    /// Whether the capture cut the payload short.
    public var isTruncated: Bool { storedLength < wireLength }
}
