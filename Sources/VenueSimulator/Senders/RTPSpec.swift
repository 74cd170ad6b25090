/// How a sender writes RTP (RFC 3550, 5.1).
public struct RTPSpec: Hashable, Sendable {
    /// The payload type, 0…127; 33 is MP2T.
    public var payloadType: UInt8
    /// The SSRC; GStreamer's 2022-1 encoder wants 0.
    public var synchronizationSource: UInt32
    /// The sequence number of the first packet; near 65 535 it wraps.
    public var firstSequenceNumber: UInt16
    /// The time stamp of the first packet, in units of 1/90000 s; near 2^32 it wraps.
    public var firstTimestamp: UInt32
    /// Contributing sources in each packet, 0…15.
    public var contributingSources: Int
    /// 32-bit words of a header extension behind its own word; nil for no extension.
    public var extensionWords: Int?
    /// Octets of padding, 0…255.
    public var padding: UInt8

    /// A plain MP2T sender unless told otherwise.
    public init(
        payloadType: UInt8 = 33, synchronizationSource: UInt32, firstSequenceNumber: UInt16 = 0,
        firstTimestamp: UInt32 = 0, contributingSources: Int = 0, extensionWords: Int? = nil, padding: UInt8 = 0
    ) {
        self.payloadType = payloadType
        self.synchronizationSource = synchronizationSource
        self.firstSequenceNumber = firstSequenceNumber
        self.firstTimestamp = firstTimestamp
        self.contributingSources = contributingSources
        self.extensionWords = extensionWords
        self.padding = padding
    }
}
