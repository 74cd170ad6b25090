public import VenueWire

/// What the classifier says of a datagram.
public enum Verdict: Hashable, Sendable {
    /// A packet of a channel with RTP; the payload's range is of the datagram's stored bytes.
    case media(channel: Int32, RTPHeader)
    /// Transport stream packets of a channel without RTP, `packetLength` bytes each, from the first stored byte on.
    case transport(channel: Int32, payload: Range<Int>, packetLength: Int)
    /// A repair packet of SMPTE 2022-1 for the channel; its ``ParityHeader`` can be read.
    case parity(channel: Int32)
    /// A repair packet of Simple Reed-Solomon (RFC 6865) for the channel: a ``SourceBlockID`` and a symbol.
    case blockRepair(channel: Int32)
    /// A repair packet of the carriers' Reed-Solomon code for the channel: RTP, twelve bytes and a symbol.
    case carrierRepair(channel: Int32)
    /// A packet of ALC or FLUTE of a data or file channel.
    case object(channel: Int32)
    /// RTCP, of a channel if its port belongs to one.
    case control(channel: Int32?)
    /// Sent to the announcement port; the directory has taken it.
    case announcement
    /// Copied and kept until it can be decided; a `delivered` event hands it on, perhaps in this very turn.
    case held
    /// Nothing that belongs to a channel.
    case other(OtherTraffic)
}
