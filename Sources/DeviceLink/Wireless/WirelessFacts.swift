/// What is known of a device's Wi-Fi connection; everything is nil on a machine without one.
public struct WirelessFacts: Hashable, Sendable {
    /// The interface; nil when the machine has no wireless interface.
    public var interface: String?
    /// The network's name.
    public var ssid: String?
    /// The access point's address, six lower-case octets with colons.
    public var bssid: String?
    /// What the configuration calls the access point.
    public var accessPointName: String?
    /// The channel's frequency in MHz.
    public var frequencyMHz: Int?
    /// The signal's strength in dBm.
    public var signalDbm: Int?
    /// The noise in dBm.
    public var noiseDbm: Int?
    /// The link's quality, 0 … 1, where the driver tells it.
    public var quality: Double?
    /// The rate of what is received, in kbit/s.
    public var receiveKbps: Int?
    /// The rate of what is sent, in kbit/s.
    public var sendKbps: Int?

    /// Nothing is known.
    public init() {}
}

/// Where a session learns about its device's Wi-Fi.
public protocol WirelessSource: Sendable {
    /// What is known now; asked now and then, and for every upload.
    var facts: WirelessFacts { get }
}

/// Wi-Fi facts that never change: for captures and tests.
public struct SetWireless: WirelessSource {
    /// What is told.
    public let facts: WirelessFacts

    /// Tells `facts` for ever.
    public init(_ facts: WirelessFacts = WirelessFacts()) { self.facts = facts }
}
