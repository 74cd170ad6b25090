/// Whether a device is connected, as far as its network interface tells.
public struct LinkStatus: Hashable, Sendable {
    /// Why a link is down.
    public enum Trouble: String, Hashable, Sendable {
        /// There is no such interface.
        case missing
        /// The interface is switched off.
        case disabled
        /// It is not associated with an access point, or its cable is unplugged.
        case notConnected
        /// It has no address.
        case noAddress
    }

    /// The interface that is meant; nil for any.
    public var interface: String?
    /// Why the link is down; nil when it is up.
    public var trouble: Trouble?

    /// A link as it stands.
    public init(interface: String? = nil, trouble: Trouble? = nil) {
        self.interface = interface
        self.trouble = trouble
    }

    /// Whether the device is connected.
    public var isUp: Bool { trouble == nil }
}
