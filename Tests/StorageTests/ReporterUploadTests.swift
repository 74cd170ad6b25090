import Foundation
import Quality
import Testing
import Timing

@testable import Storage

@Suite("Bodies of uploads")
struct ReporterUploadTests {
    private static let id = "123e4567-e89b-12d3-a456-426614174000"

    /// The guide's Table 2-20, with numbers.
    private static var stats: [String: Any] {
        var stats: [String: Any] = ["announcement_session_id": "s1", "announcement_session_title": "Derby"]
        for (index, key) in numbers.enumerated() { stats[key] = index }
        return stats
    }

    private static let numbers = [
        "announcementsMalformed", "announcementsNotAllowed", "announcementsReceived", "channelsAdded", "channelsPruned",
        "invalidJsonAnnouncements", "licenseMismatchAnnouncements", "listenerIgmpRestarts", "num_dropped_video_frames",
        "num_ts_discontinuities", "session_link_indicator", "protection_windows", "session_uptime",
        "statsUploadAttempts", "statsUploadFailures", "statsUploadSuccesses", "total_num_bytes_written",
        "versionMismatchAnnouncements", "window_error", "window_no_loss", "window_recovery_failures",
        "window_recovery_successes", "window_warning",
    ]

    /// A good body with some members put in place of others; NSNull takes one away.
    static func body(_ root: [String: Any] = [:], stats: [String: Any] = [:], wifi: [String: Any] = [:]) -> [UInt8] {
        func merged(_ old: [String: Any], _ new: [String: Any]) -> [String: Any] {
            old.merging(new) { $1 }.filter { !($0.value is NSNull) }
        }
        var all: [String: Any] = [
            "deviceUUID": id, "version": "2.0", "timestamp": "2026-01-01T12:00:00.250Z", "wifiInfo": wifi,
            "stats": merged(Self.stats, stats),
        ]
        all = merged(all, root)
        return (try? JSONSerialization.data(withJSONObject: all)).map { [UInt8]($0) } ?? []
    }

    @Test("3.17: are read with all that they say")
    func reads() throws {
        let upload = try ReporterUpload(
            parsing: Self.body(
                ["deviceUUID": Self.id.uppercased(), "more": ["unknown": [1, 2]]], stats: ["unknown": -1],
                wifi: [
                    "ssid": "Stadium", "bssid": "00-1B-2C-3D-4E-5F", "apName": "Gate 7", "interface": "wlan0",
                    "frequencyMHz": 5_180, "signalDbm": -61, "noiseDbm": -95, "quality": 0.75, "receiveKbps": 144_000,
                    "sendKbps": 72_000, "vendor": "x",
                ]))
        #expect(upload.deviceID == Self.id)
        #expect(upload.version == "2.0")
        // 2026-01-01T12:00:00Z is 1 767 268 800 s after 1970 (date -u -d … +%s).
        #expect(upload.timestamp == StreamTime(nanoseconds: 1_767_268_800_250_000_000))
        #expect(upload.statistics.sessionTitle == "Derby")
        #expect(upload.statistics[.linkIndicator] == 10)
        #expect(upload.statistics[.windowWarning] == 22)
        #expect(upload.wireless.bssid == "00:1b:2c:3d:4e:5f")
        #expect(upload.wireless.accessPointName == "Gate 7")
        #expect(upload.wireless.signalDbm == -61 && upload.wireless.noiseDbm == -95)
        #expect(upload.wireless.quality == 0.75 && upload.wireless.sendKbps == 72_000)
    }

    @Test("may say nothing of the Wi-Fi, by leaving it out or by null")
    func readsNothing() throws {
        #expect(try ReporterUpload(parsing: Self.body()).wireless == ReportedWireless())
        let text = String(decoding: Self.body(), as: UTF8.self)
            .replacingOccurrences(of: "\"wifiInfo\":{}", with: #""wifiInfo":{"ssid":null,"bssid":"","signalDbm":null}"#)
        #expect(try ReporterUpload(parsing: Array(text.utf8)).wireless == ReportedWireless())
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var body: [UInt8]
        /// What the sentence names.
        var names: String

        init(_ name: String, _ body: [UInt8], names: String) {
            testDescription = name
            self.body = body
            self.names = names
        }
    }

    static let wrong: [Wrong] = [
        Wrong("no device", body(["deviceUUID": NSNull()]), names: "deviceUUID is missing"),
        Wrong("a number as device", body(["deviceUUID": 7]), names: "deviceUUID is the number 7"),
        Wrong("a short UUID", body(["deviceUUID": String(id.dropLast())]), names: "deviceUUID"),
        Wrong("a UUID without hyphens", body(["deviceUUID": id.filter { $0 != "-" }]), names: "deviceUUID"),
        Wrong("a UUID of other letters", body(["deviceUUID": "g" + id.dropFirst()]), names: "deviceUUID"),
        Wrong("a UUID in braces", body(["deviceUUID": "{\(id.dropLast(2))}"]), names: "deviceUUID"),
        Wrong("a UUID of fullwidth digits", body(["deviceUUID": "１" + id.dropFirst()]), names: "deviceUUID"),
        Wrong("no version", body(["version": NSNull()]), names: "version is missing"),
        Wrong("a long version", body(["version": String(repeating: "1", count: 129)]), names: "a text of 129 bytes"),
        Wrong("no timestamp", body(["timestamp": NSNull()]), names: "timestamp is missing"),
        Wrong("a timestamp in seconds", body(["timestamp": "1767225600.5"]), names: "timestamp"),
        Wrong("an impossible day", body(["timestamp": "2026-02-30T00:00:00Z"]), names: "timestamp"),
        Wrong("a day of another age", body(["timestamp": "9999-01-01T00:00:00Z"]), names: "timestamp"),
        Wrong("no stats", body(["stats": NSNull()]), names: "stats is missing"),
        Wrong("stats as a list", body(["stats": [1]]), names: "stats is a list"),
        Wrong("no Wi-Fi", body(["wifiInfo": NSNull()]), names: "wifiInfo is missing"),
        Wrong("a missing statistic", body(stats: ["window_error": NSNull()]), names: "stats.window_error is missing"),
        Wrong("a negative counter", body(stats: ["window_error": -1]), names: "stats.window_error is the number -1"),
        Wrong("half a packet", body(stats: ["window_error": 0.5]), names: "stats.window_error is the number 0.5"),
        Wrong("a text as counter", body(stats: ["window_error": "1"]), names: "stats.window_error is the text"),
        Wrong("a huge counter", body(stats: ["window_error": 9_007_199_254_740_992]), names: "stats.window_error"),
        Wrong("a truth as counter", body(stats: ["window_error": true]), names: "stats.window_error is true"),
        Wrong(
            "an indicator of 11", body(stats: ["session_link_indicator": 11]),
            names: "stats.session_link_indicator is the number 11; it wants a whole number from 0 to 10"),
        Wrong("a number as title", body(stats: ["announcement_session_title": 1]), names: "announcement_session_title"),
        Wrong(
            "a long title", body(stats: ["announcement_session_title": String(repeating: "é", count: 513)]),
            names: "a text of 1026 bytes"),
        Wrong("no address", body(wifi: ["bssid": "00:1b:2c:3d:4e"]), names: "wifiInfo.bssid"),
        Wrong("a signed address", body(wifi: ["bssid": "+0:1b:2c:3d:4e:5f"]), names: "wifiInfo.bssid"),
        Wrong("a signal of 1000", body(wifi: ["signalDbm": 1_000]), names: "wifiInfo.signalDbm"),
        Wrong("a quality of 2", body(wifi: ["quality": 2]), names: "wifiInfo.quality"),
        Wrong("a long network", body(wifi: ["ssid": String(repeating: "a", count: 257)]), names: "wifiInfo.ssid"),
    ]

    @Test("are refused with the key, what it got and what it wants", arguments: wrong)
    func refuses(_ example: Wrong) throws {
        let fault = try #require(throws: UploadFault.self) { _ = try ReporterUpload(parsing: example.body) }
        guard case .shape(let sentence) = fault else {
            Issue.record("\(fault) is no fault of the shape")
            return
        }
        #expect(sentence.contains(example.names), "\(sentence)")
    }

    @Test(
        "that are no JSON are refused as that",
        arguments: [
            "", "{", "[]", "null", "7", #"{"deviceUUID":NaN}"#, #"{"a":1e999}"#, "\u{0}", #"{"a":"\uD800"}"#,
            String(repeating: "[", count: 60_000), String(repeating: #"{"a":"#, count: 10_000), #"{"a":1}x"#,
        ])
    func refusesJunk(_ text: String) throws {
        let fault = try #require(throws: UploadFault.self) { _ = try ReporterUpload(parsing: Array(text.utf8)) }
        if case .notJSON = fault { return }
        #expect(fault == .tooLong(bytes: text.utf8.count) || text.contains("uD800"))
    }

    @Test("have a size, and every prefix of a good one is refused")
    func bounds() throws {
        let body = Self.body()
        for count in 0..<body.count {
            #expect(throws: UploadFault.self) { _ = try ReporterUpload(parsing: Array(body.prefix(count))) }
        }
        let long = body + Array(repeating: UInt8(ascii: " "), count: ReporterUpload.sizeLimit - body.count)
        #expect(try ReporterUpload(parsing: long).deviceID == Self.id)
        #expect(throws: UploadFault.tooLong(bytes: long.count + 1)) { _ = try ReporterUpload(parsing: long + [0x20]) }
    }
}
