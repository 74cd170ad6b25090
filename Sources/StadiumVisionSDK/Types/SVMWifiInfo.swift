import DeviceLink
import Quality

/// What is known of the device's Wi-Fi connection, and the three values of Table 2-24 (the guide prints those of the session).
///
/// Without a Wi-Fi connection every property of the connection is nil.
public struct SVMWifiInfo: Sendable, Hashable {
    private let facts: WirelessFacts
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The health of the network, 0 (poor) … 10 (excellent); 0 without a session (Table 2-24).
    public let session_link_indicator: Int
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Whole seconds since the session was opened (Table 2-24).
    public let session_uptime: Int
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The id of the video session's announcement; empty before the first (Table 2-24).
    public let announcement_session_id: String

    init(_ facts: WirelessFacts, _ statistics: SessionStatistics) {
        self.facts = facts
        session_link_indicator = statistics[.linkIndicator]
        session_uptime = statistics[.sessionUptime]
        announcement_session_id = statistics.sessionID
    }

    /// The wireless interface.
    public var interface: String? { facts.interface }
    /// The network's name.
    public var ssid: String? { facts.ssid }
    /// The access point's address, six lower-case octets with colons.
    public var bssid: String? { facts.bssid }
    /// What the configuration's list of access points calls it.
    public var apName: String? { facts.accessPointName }
    /// The channel's frequency in MHz.
    public var frequencyMHz: Int? { facts.frequencyMHz }
    /// The signal's strength in dBm.
    public var signalDbm: Int? { facts.signalDbm }
    /// The noise in dBm.
    public var noiseDbm: Int? { facts.noiseDbm }
    /// The link's quality, 0 … 1, where the driver tells it.
    public var quality: Double? { facts.quality }
    /// The rate of what is received, in kbit/s.
    public var receiveKbps: Int? { facts.receiveKbps }
    /// The rate of what is sent, in kbit/s.
    public var sendKbps: Int? { facts.sendKbps }

    /// Everything that is known, by name: the three keys of Table 2-24 always, the others when there is a value.
    public var dictionary: [String: any Sendable] {
        var all: [String: any Sendable] = [
            "session_link_indicator": session_link_indicator, "session_uptime": session_uptime,
            "announcement_session_id": announcement_session_id,
        ]
        let texts = ["interface": interface, "ssid": ssid, "bssid": bssid, "apName": apName]
        for (name, text) in texts { if let text { all[name] = text } }
        let numbers = [
            "frequencyMHz": frequencyMHz, "signalDbm": signalDbm, "noiseDbm": noiseDbm, "receiveKbps": receiveKbps,
            "sendKbps": sendKbps,
        ]
        for (name, number) in numbers { if let number { all[name] = number } }
        if let quality { all["quality"] = quality }
        return all
    }
}
