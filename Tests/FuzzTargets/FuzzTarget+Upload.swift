import Bytes
import Quality
import Storage
import Timing

extension FuzzTarget {
    /// The body of an upload: what is taken can be kept, and what is refused is named.
    static func upload(_ input: RawSpan, _ complaints: inout Complaints) {
        do {
            let upload = try ReporterUpload(parsing: input.copied())
            complaints.expect(
                ReporterUpload.canonical(deviceID: upload.deviceID) == upload.deviceID, "a device \(upload.deviceID)")
            complaints.expect(
                upload.timestamp.nanoseconds % 1_000_000 == 0, "a time of \(upload.timestamp.nanoseconds) ns")
            for key in StatKey.allCases {
                // Up to 2 to the power of 53, less one (RFC 8259, section 6).
                let most = key == .linkIndicator ? 10 : 9_007_199_254_740_991
                complaints.expect((0...most).contains(upload.statistics[key]), "\(key): \(upload.statistics[key])")
            }
            complaints.expect(upload.wireless.bssid.map { $0.utf8.count == 17 } ?? true, "an access point's address")
            complaints.expect(upload.wireless.quality.map { (0...1).contains($0) } ?? true, "a quality")
        } catch {
            complaints.expect(!"\(error)".isEmpty, "an error without words")
        }
    }

    static var uploadSeeds: [FuzzSeed] {
        let id = #""deviceUUID":"123e4567-e89b-12d3-a456-426614174000""#
        let head = #"{\#(id),"version":"1.0","timestamp":"2026-01-01T12:00:00.250Z","#
        func stats(_ number: String) -> String {
            let members = StatKey.allCases.map { key in
                switch key {
                case .announcementSessionID, .announcementSessionTitle: #""\#(key.rawValue)":"t""#
                case .linkIndicator: #""\#(key.rawValue)":7"#
                default: #""\#(key.rawValue)":\#(number)"#
                }
            }
            return #""stats":{\#(members.joined(separator: ","))}"#
        }
        let wifi =
            #"{"interface":"wlan0","ssid":"S","bssid":"00:1B:2C:3D:4E:5F","apName":"G","frequencyMHz":5180,"#
            + #""signalDbm":-61,"noiseDbm":-95,"quality":0.5,"receiveKbps":1,"sendKbps":2}"#
        return [
            ("whole", head + stats("3") + #","wifiInfo":"# + wifi + "}"),
            ("no-wifi", head + stats("0") + #","wifiInfo":{}}"#),
            ("largest", head + stats("9007199254740991") + #","wifiInfo":{"bssid":null}}"#),
            ("too-large", head + stats("9007199254740992") + #","wifiInfo":{}}"#),
            ("negative", head + stats("-1") + #","wifiInfo":{}}"#),
            ("fraction", head + stats("1e-3") + #","wifiInfo":{}}"#),
            ("not-a-number", head + stats("NaN") + #","wifiInfo":{}}"#),
            ("no-stats", head + #""stats":{},"wifiInfo":{}}"#),
            ("short-id", #"{"deviceUUID":"123e4567","version":"","timestamp":"","stats":{},"wifiInfo":{}}"#),
            ("numbers", #"{"deviceUUID":1e999,"stats":-0,"wifiInfo":[[[]]]}"#),
            ("deep", String(repeating: #"{"stats":["#, count: 300)),
        ].map { FuzzSeed($0.0, Array($0.1.utf8)) }
    }
}
