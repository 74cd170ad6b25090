/// What a device says of its Wi-Fi connection; nil is what it does not say.
public struct ReportedWireless: Hashable, Sendable {
    /// The interface.
    public var interface: String?
    /// The network's name.
    public var ssid: String?
    /// The access point's address, six lower-case octets with colons.
    public var bssid: String?
    /// What the device's configuration calls the access point.
    public var accessPointName: String?
    /// The channel's frequency in MHz.
    public var frequencyMHz: Int?
    /// The signal's strength in dBm.
    public var signalDbm: Int?
    /// The noise in dBm.
    public var noiseDbm: Int?
    /// The link's quality, 0 … 1.
    public var quality: Double?
    /// The rate of what is received, in kbit/s.
    public var receiveKbps: Int?
    /// The rate of what is sent, in kbit/s.
    public var sendKbps: Int?

    /// Nothing is said.
    public init() {}
}
