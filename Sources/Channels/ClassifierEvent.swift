public import Evidence
public import NetworkFormats
public import VenueWire

/// What happened besides the current datagram's verdict; events come in order, all of them before that datagram.
public enum ClassifierEvent: Hashable, Sendable {
    /// A channel was found. Nothing was told of its index before; indices follow each other.
    case opened(ChannelIdentity)
    /// A held datagram is decided. Deliveries to one channel come in order of arrival, but for one case: packets of the
    /// old SSRC that came after the first of the new one come before `restarted`.
    case delivered(Delivery)
    /// The channel's sender began anew with another SSRC: a reset (definitions C3). Its packets follow.
    case restarted(channel: Int32, synchronizationSource: UInt32)
    /// The venue says this of the channel: when it is adopted, and whenever that changes (definitions C5).
    case announced(channel: Int32, AnnouncedChannel)
    /// The Streamer that announces the channel began anew: its numbers do, too.
    case newSession(channel: Int32)
    /// Something that a person should know.
    case found(ClassifierFinding)

    /// A held datagram's way into its channel.
    public struct Delivery: Hashable, Sendable {
        /// The channel.
        public var channel: Int32
        /// What the datagram is.
        public var role: Role
        /// Its place in ``FlowClassifier/held``, where it stays until the next call.
        public var packet: PacketID
    }

    /// What a held datagram turned out to be.
    public enum Role: Hashable, Sendable {
        /// A packet of the channel.
        case media(RTPHeader)
        /// A repair packet for the channel.
        case parity
        /// A repair packet of Simple Reed-Solomon for the channel.
        case blockRepair
        /// A repair packet of the carriers' Reed-Solomon code for the channel.
        case carrierRepair
        /// A packet of ALC or FLUTE of the channel.
        case object
    }
}

/// What the classifier finds wrong with the way channels are sent.
public enum ClassifierFinding: Hashable, Sendable {
    /// Two SSRCs of one source at the same time on one group and port (definitions C3; `rtp.twoSenders`).
    case twoSenders(channel: Int32, second: Int32, at: Moment)
    /// Two sources send to one group and port; every receiver hears both (`rtp.twoSources`).
    case twoSources(channel: Int32, second: Int32, at: Moment)
}
