import Bytes
import NetworkFormats
import Timing
import VenueWire

/// What the newest media packet of a flow tells, by which repair packets of Reed-Solomon codes find their media.
struct BlockTrace: Sendable {
    /// The channel of the packet.
    var channel: Int32 = -1
    /// Its sequence number; nil before the first.
    var sequence: SequenceNumber?
    /// The payload ID behind it; nil when none ever was.
    var block: SourceBlockID?
    /// Whether repair packets have found it.
    var hasRepairs = false

    /// The shortest repair packet: payload ID, three bytes of ADU information, an RTP header and one transport packet.
    private static let leastRepair = SourceBlockID.length + 3 + RTPHeader.fixedLength + TransportLayout.packetLength

    /// The payload ID of a datagram that may be a repair packet of Simple Reed-Solomon: beyond the sources of its window.
    static func repair(_ payload: RawSpan, _ header: DatagramHeader) -> SourceBlockID? {
        guard Int(header.wireLength) >= leastRepair, let id = SourceBlockID(payload, at: 0), id.sourceCount > 0,
            Int(id.symbol) >= Int(id.sourceCount)
        else { return nil }
        return id
    }
}
