import Evidence
import NetworkFormats

/// Where the bytes at hand come from.
struct Arrival: Sendable {
    /// The packet of the channel's media, and where in it the transport packet at hand begins.
    var place: MediaPosition
    var moment: Moment
    /// The packet did not arrive itself: its moment says when it could be rebuilt.
    var isRebuilt: Bool

    /// The same packet, seen from the transport packet that begins at `offset`.
    func at(_ offset: Int) -> Self {
        var arrival = self
        arrival.place.offset = UInt32(truncatingIfNeeded: offset)
        return arrival
    }
}
