public import NetworkFormats
public import VenueWire

/// A channel that left the list.
public struct PrunedChannel: Hashable, Sendable {
    /// Why a channel left.
    public enum Reason: Hashable, Sendable {
        /// It was not announced for ten of its periods.
        case silent
        /// Its Streamer withdrew it.
        case deleted
        /// It is announced for another field of use, or by a Streamer that is no longer allowed.
        case refused
        /// Nobody listens any more: the device is not connected, or its app in the background.
        case left
    }

    /// What it was.
    public var channel: AnnouncedChannel
    /// Why it left.
    public var reason: Reason
    /// When, and the datagram last seen by then.
    public var moment: Moment
}
