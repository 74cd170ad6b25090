public import NetworkFormats
public import Timing

/// When and where a datagram of a feed goes; its bytes are lent beside it.
public struct SentDatagram: Hashable, Sendable {
    /// What it carries.
    public enum Kind: Hashable, Sendable {
        /// RTP with transport packets.
        case media
        /// Protection of a column, a row or a window.
        case repair
        /// SAP, with JSON or with SDP.
        case announcement
        /// Objects: messages and files.
        case object
    }

    /// When it is sent, counted from the start of the venue.
    public var offset: StreamDuration
    /// The port that it comes from.
    public var sourcePort: UInt16
    /// The group and port that it goes to.
    public var destination: Endpoint
    /// What it carries.
    public var kind: Kind
}
