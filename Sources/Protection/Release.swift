public import Evidence
public import NetworkFormats

/// One step of a media flow in sequence order: a packet, or the place where packets are missing.
public struct Release: Hashable, Sendable {
    /// What the step is.
    public enum Kind: Hashable, Sendable {
        /// The packet arrived itself.
        case received
        /// The packet was rebuilt from repair packets.
        case recovered
        /// As many packets are missing for good.
        case lost(Int)
    }

    /// What the step is.
    public var kind: Kind
    /// The packet's extended sequence number, or the first missing one.
    public var number: Int64
    /// The datagram in the store; for missing packets the last datagram of the flow.
    public var packet: PacketID
    /// Where the media payload lies within the datagram; empty for missing packets and for cut captures.
    public var payload: Range<Int>
    /// When the packet arrived, could first be rebuilt, or was given up.
    public var moment: Moment
    /// The run that the number belongs to, counted from 1; 0 without RTP.
    ///
    /// Where it changes, everything begins anew.
    public var run: Int

    /// States a step.
    public init(kind: Kind, number: Int64, packet: PacketID, payload: Range<Int>, moment: Moment, run: Int = 0) {
        self.kind = kind
        self.number = number
        self.packet = packet
        self.payload = payload
        self.moment = moment
        self.run = run
    }
}
