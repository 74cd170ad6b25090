public import NetworkFormats
public import PacketIO
public import VenueSettings

/// Where a live venue's datagrams come from.
public enum LiveSource: Sendable {
    /// The network.
    case network(NetworkOptions)
    /// A capture, as if it came from the network.
    case capture(path: String, pace: Pace)

    /// What is joined on which interface.
    public struct NetworkOptions: Sendable {
        /// The interface's name; nil for the system's choice.
        public var interface: String?
        /// Where the venue's announcements are heard; nil for nowhere.
        public var announcements: Endpoint?
        /// Whether SAP's own groups are joined.
        public var followsSAP: Bool
        /// Channels nobody announces.
        public var joins: [JoinAddress]
        /// Where time comes from; it is looked at when the venue is made.
        public var clock: any VenueClock

        /// What is joined on which interface.
        public init(
            interface: String? = nil, announcements: Endpoint? = nil, followsSAP: Bool = true,
            joins: [JoinAddress] = [], clock: any VenueClock = SystemClock()
        ) {
            self.interface = interface
            self.announcements = announcements
            self.followsSAP = followsSAP
            self.joins = joins
            self.clock = clock
        }
    }
}
