import Evidence
import Timing
import VenueWire

/// A flow whose packets are held because a new SSRC began in it: a restart, or a second sender (definitions C3).
struct SenderWatch: Sendable {
    /// Packets held after the new SSRC's second one.
    static let packetCount = 16
    /// So many of them with an old SSRC show that it goes on.
    static let goingOn = 3

    /// The new SSRC's second packet, whose SSRC and payload type are the new stream's.
    var first: RTPHeader
    /// The transport stream packets' length; nil for an elementary stream.
    var packetLength: Int?
    var lastTime: StreamTime
    /// Packets still to be held; the second one itself is not among the sixteen.
    var remaining = packetCount + 1
    var list: HeldList
    /// Those of the held packets that are repair packets, of which code and for which channel: their place among the
    /// others tells whose numbers they protect.
    var repairs: [PacketID: (channel: Int32, role: FlowRole)] = [:]
}
