public import Evidence
public import NetworkFormats
public import VenueWire

/// What protection needs to know of one repair packet of SMPTE 2022-1; its bytes lie in the channel's store.
public struct RepairPacket: Hashable, Sendable {
    /// The packet's two headers.
    public var header: ParityHeader
    /// Where the XOR payload lies within the datagram.
    public var payload: Range<Int>
    /// The datagram in the store.
    public var id: PacketID
    /// When it arrived.
    public var moment: Moment
    /// Whether the capture cut the datagram short.
    public var isTruncated: Bool

    /// States a packet's facts.
    public init(header: ParityHeader, payload: Range<Int>, id: PacketID, moment: Moment, isTruncated: Bool = false) {
        self.header = header
        self.payload = payload
        self.id = id
        self.moment = moment
        self.isTruncated = isTruncated
    }
}
