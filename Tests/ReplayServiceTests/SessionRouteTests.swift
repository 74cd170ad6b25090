import Foundation
import HTTPServing
import Testing

@testable import ReplayService

@Suite("Routes of the session")
struct SessionRouteTests {
    let served: ServedSample

    init() throws { served = try ServedSample() }

    /// The guide's Table 2-20.
    static let keys: Set<String> = [
        "announcement_session_id", "announcement_session_title", "announcementsMalformed", "announcementsNotAllowed",
        "announcementsReceived", "channelsAdded", "channelsPruned", "invalidJsonAnnouncements",
        "licenseMismatchAnnouncements", "listenerIgmpRestarts", "num_dropped_video_frames", "num_ts_discontinuities",
        "protection_windows", "session_link_indicator", "session_uptime", "statsUploadAttempts", "statsUploadFailures",
        "statsUploadSuccesses", "total_num_bytes_written", "versionMismatchAnnouncements", "window_error",
        "window_no_loss", "window_recovery_failures", "window_recovery_successes", "window_warning",
    ]

    @Test("stats have exactly the guide's 25 keys, of a channel too", arguments: ["", "?channel=Sideline"])
    func statistics(_ query: String) throws {
        let answer = try served.get("/api/v1/stats" + query)
        #expect(answer.status == 200)
        #expect(Set(answer.object.keys) == Self.keys && Self.keys.count == 25)
        for key in Self.keys {
            let isText = key.hasPrefix("announcement_session")
            #expect(isText ? answer.object[key] is String : answer.object[key] is Int, "\(key)")
        }
        #expect(try served.get("/api/v1/stats?channel=nobody").status == 404)
    }

    @Test("the small answers have their shapes")
    func shapes() throws {
        let state = try served.get("/api/v1/service-state").object
        #expect(Set(state.keys) == ["state", "reasons", "bitmap"])
        #expect(["up", "down"].contains(state["state"] as? String))
        #expect((state["reasons"] as? [String])?.isEmpty == (state["state"] as? String == "up"))
        #expect(try served.get("/api/v1/venue").object["connected"] is Bool)
        // A machine without Wi-Fi, or nothing that looks: everything unknown, and the guide's three statistics.
        let wireless = try served.get("/api/v1/wifi").object
        #expect(wireless["ssid"] is NSNull && wireless["apName"] is NSNull)
        #expect(wireless["session_link_indicator"] as? Int == 0 && wireless["session_uptime"] as? Int == 0)
        #expect(wireless["announcement_session_id"] as? String == "")
    }

    @Test("events begin with how things stand")
    func events() throws {
        let server = try HTTPServer(
            options: ServerOptions(address: ListenAddress(host: "127.0.0.1", port: 0)), handler: served.service)
        defer { server.stop(grace: .zero) }
        let reader = EventReader(
            port: server.port, "/api/v1/events?types=videoChannelList,venueConnection,serviceState",
            fields: "Connection: close\r\n")
        let text = reader.read { $0.contains("event: venueConnection\ndata: {") }
        #expect(text.contains("text/event-stream"))
        let names = text.matches(of: #/event: ([a-zA-Z]+)\n/#).map { String($0.1) }
        #expect(names == ["videoChannelList", "serviceState", "venueConnection"])
        #expect(text.contains("id: \(served.service.events.epoch)."))
        served.service.events.stop()
    }

    @Test("events of a kind that there is not are refused with the kinds that there are")
    func refusesKinds() throws {
        let answer = try served.get("/api/v1/events?types=weather")
        #expect(answer.status == 400)
        #expect((answer.object["error"] as? String)?.contains("venueConnection") == true)
        #expect(try served.get("/api/v1/events", method: .head).status == 200)
        #expect(served.service.events.count == 0)
    }
}
