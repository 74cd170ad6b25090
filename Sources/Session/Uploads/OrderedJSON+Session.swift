public import DeviceLink
public import Quality
public import Reports

extension OrderedJSON {
    /// All 25 statistics under the guide's names, in the order of its table.
    public init(statistics: SessionStatistics) {
        self = .object(
            StatKey.allCases.map { key in
                switch statistics.value(of: key) {
                case .text(let text): Member(key.rawValue, .string(text))
                case .number(let number): Member(key.rawValue, .integer(number))
                }
            })
    }

    /// What is known of the Wi-Fi; `null` is what is not.
    public init(wireless: WirelessFacts) {
        func text(_ value: String?) -> OrderedJSON { value.map(OrderedJSON.string) ?? .null }
        func number(_ value: Int?) -> OrderedJSON { value.map(OrderedJSON.integer) ?? .null }
        self = [
            "interface": text(wireless.interface), "ssid": text(wireless.ssid), "bssid": text(wireless.bssid),
            "apName": text(wireless.accessPointName), "frequencyMHz": number(wireless.frequencyMHz),
            "signalDbm": number(wireless.signalDbm), "noiseDbm": number(wireless.noiseDbm),
            "quality": wireless.quality.map { .decimal($0, digits: 3) } ?? .null,
            "receiveKbps": number(wireless.receiveKbps), "sendKbps": number(wireless.sendKbps),
        ]
    }
}
