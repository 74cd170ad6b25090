public import Evidence
public import NetworkFormats
public import VenueWire

/// What protection needs to know of one repair packet of a Reed-Solomon code; its bytes lie in the channel's store.
public struct BlockRepairPacket: Hashable, Sendable {
    /// Which window it belongs to and which of its repair packets it is.
    public enum Place: Hashable, Sendable {
        /// Simple Reed-Solomon (RFC 6865): the payload ID at its front.
        case block(SourceBlockID)
        /// The carriers' code: the headers at its front.
        case carrier(CarrierRepairHeader)
    }

    /// Which window it belongs to and which of its repair packets it is.
    public var place: Place
    /// Where the symbol lies within the datagram.
    public var symbol: Range<Int>
    /// Bytes of the symbol as it was sent; more than lie in the datagram when the capture cut it.
    public var symbolLength: Int
    /// The datagram in the store.
    public var id: PacketID
    /// When it arrived.
    public var moment: Moment
    /// Whether the capture cut the datagram short.
    public var isTruncated: Bool

    /// States a packet's facts; without a `symbolLength` the symbol is as long as its range.
    public init(
        place: Place, symbol: Range<Int>, symbolLength: Int? = nil, id: PacketID, moment: Moment,
        isTruncated: Bool = false
    ) {
        self.place = place
        self.symbol = symbol
        self.symbolLength = symbolLength ?? symbol.count
        self.id = id
        self.moment = moment
        self.isTruncated = isTruncated
    }
}
