import Foundation
import HTTPServing
import Testing

@testable import ReplayService

@Suite("The statistics and the report")
struct StatisticsAgreementTests {
    let served: ServedSample

    init() throws { served = try ServedSample() }

    /// Where the report says what a key of the guide counts; by hand after definitions D11 and interfaces 2.
    static let ofChannel: [String: String] = [
        "protection_windows": "windows.protection_windows", "window_no_loss": "windows.window_no_loss",
        "window_recovery_successes": "windows.window_recovery_successes",
        "window_recovery_failures": "windows.window_recovery_failures",
        "window_warning": "windows.window_warning", "window_error": "windows.window_error",
        "session_link_indicator": "link.session_link_indicator",
        "num_ts_discontinuities": "ts.num_ts_discontinuities",
        "num_dropped_video_frames": "video.num_dropped_video_frames",
    ]
    static let ofVenue = [
        "announcementsReceived", "announcementsMalformed", "invalidJsonAnnouncements", "versionMismatchAnnouncements",
        "announcementsNotAllowed", "licenseMismatchAnnouncements", "channelsAdded", "channelsPruned",
        "listenerIgmpRestarts",
    ]
    /// Nothing of these is in a report: what is announced of the session, its age, and the server's own uploads.
    static let elsewhere: Set<String> = [
        "announcement_session_id", "announcement_session_title", "session_uptime", "statsUploadAttempts",
        "statsUploadFailures", "statsUploadSuccesses", "total_num_bytes_written",
    ]

    static func value(_ path: String, in object: [String: Any]) -> Int? {
        var value: Any? = object
        for key in path.split(separator: ".") { value = (value as? [String: Any])?[String(key)] }
        return value as? Int
    }

    @Test(
        "D11: of a channel agree number by number", arguments: ["Sideline", "Goal line", "Bench", "Wide"])
    func agree(_ name: String) throws {
        let query = try #require(name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let statistics = try served.get("/api/v1/stats?channel=\(query)").object
        let report = try served.get("/api/v1/report").object
        let channels = try #require(report["channels"] as? [[String: Any]])
        let channel = try #require(channels.first { $0["name"] as? String == name })
        for (key, path) in Self.ofChannel {
            #expect(statistics[key] as? Int == Self.value(path, in: channel) ?? 0, "\(key)")
        }
        let announcements = try #require(report["announcements"] as? [String: Any])
        for key in Self.ofVenue { #expect(statistics[key] as? Int == announcements[key] as? Int, "\(key)") }
        // Bytes of transport stream after repair: 188 for each packet.
        #expect(statistics["total_num_bytes_written"] as? Int == (Self.value("ts.packets", in: channel) ?? 0) * 188)
        #expect(Set(statistics.keys) == Set(Self.ofChannel.keys).union(Self.ofVenue).union(Self.elsewhere))
        #expect((statistics["session_uptime"] as? Int ?? 0) > 5)
        #expect((Self.value("windows.protection_windows", in: channel) ?? 0) > 5)
    }
}
