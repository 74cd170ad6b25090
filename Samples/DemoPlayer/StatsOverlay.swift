import StadiumVisionSDK

/// The statistics, key by key, as the two-finger double-tap shows them.
struct StatsOverlay {
    private let lines: [String]

    init(_ stats: [String: any Sendable], _ wifi: SVMWifiInfo) {
        let wide = stats.keys.map(\.count).max() ?? 0
        lines =
            stats.sorted { $0.key < $1.key }.map { key, value in
                key + String(repeating: " ", count: wide - key.count + 2) + "\(value)"
            } + ["Wi-Fi: \(wifi.ssid ?? "none")\(wifi.apName.map { ", " + $0 } ?? "")"]
    }

    func show(on screen: Screen) {
        screen.say("StadiumVision Mobile statistics")
        for line in lines { screen.say("  " + line) }
    }
}
