public import Evidence
public import NetworkFormats
public import Timing
public import VenueWire

/// What protection needs to know of one media packet; its bytes lie in the channel's store.
public struct SourcePacket: Hashable, Sendable {
    /// The packet's number on the wire.
    public var sequenceNumber: SequenceNumber
    /// The packet's RTP timestamp.
    public var timestamp: UInt32
    /// The packet's synchronization source.
    public var ssrc: UInt32
    /// Where the media payload lies within the datagram.
    public var payload: Range<Int>
    /// The datagram in the store.
    public var id: PacketID
    /// When it arrived.
    public var moment: Moment
    /// Whether the capture cut the datagram short.
    public var isTruncated: Bool
    /// The payload ID behind the media, which may be one of Simple Reed-Solomon; nil when there is none.
    public var block: SourceBlockID?

    /// States a packet's facts.
    public init(
        sequenceNumber: SequenceNumber, timestamp: UInt32, ssrc: UInt32, payload: Range<Int>, id: PacketID,
        moment: Moment, isTruncated: Bool = false, block: SourceBlockID? = nil
    ) {
        self.sequenceNumber = sequenceNumber
        self.timestamp = timestamp
        self.ssrc = ssrc
        self.payload = payload
        self.id = id
        self.moment = moment
        self.isTruncated = isTruncated
        self.block = block
    }
}
