import Evidence
import NetworkFormats

/// Where the bytes at hand come from.
struct Arrival: Sendable {
    var packet: PacketID
    /// Where they begin in the datagram.
    var offset: Int
    var moment: Moment
    /// The datagram did not arrive itself: its moment says when it could be rebuilt.
    var isRebuilt: Bool
}
