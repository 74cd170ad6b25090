import Bytes
import DeviceLink
import Foundation
import NetworkFormats
import StadiumVisionSDK
import Testing
import Timing
import VenueSimulator
import VenueWire

@Suite("Statistics and Wi-Fi")
struct StatsTests {
    @Test("X19, S26, M20: before a session its keys are 0 or empty, and the others count")
    func scope() throws {
        let sdk = try TestSDK.recorded()
        let stats = sdk.svm.stats()
        #expect(stats.count == 25)
        #expect(
            stats["announcement_session_id"] as? String == "" && stats["announcement_session_title"] as? String == "")
        let session = [
            "num_dropped_video_frames", "num_ts_discontinuities", "protection_windows", "session_link_indicator",
            "session_uptime", "total_num_bytes_written", "window_error", "window_no_loss", "window_recovery_failures",
            "window_recovery_successes", "window_warning", "statsUploadAttempts",
        ]
        for key in session { #expect(stats[key] as? Int == 0, "\(key)") }
        #expect(stats["announcementsReceived"] as? Int == (try TestVenue.recording.get().announcements))
        #expect(stats["channelsAdded"] as? Int == 5 && stats["channelsPruned"] as? Int == 0)
    }

    /// One announcement of each class beside the venue's own.
    private static func strays() throws -> [StrayAnnouncement] {
        let venue = NativeVenue(try TestVenue().spec)
        var announcement = venue.announcement(of: 0)
        announcement.channel.sessionNumber = 77
        var other = announcement
        other.version = "9.0"
        var licensed = announcement
        licensed.license.contentOwner = "contentowner"
        let source = Endpoint(TestVenue.streamer, 5_000)
        let stranger = Endpoint(IPAddress(v4: 0xc000_0201), 5_000)
        func sent(_ body: [UInt8]) -> [UInt8] {
            var writer = ByteWriter()
            SAPPacket(
                messageHash: 7, origin: TestVenue.streamer, payloadType: "application/json", payload: body
            ).write(to: &writer)
            return writer.bytes
        }
        let at = StreamDuration(milliseconds: 500)
        return [
            StrayAnnouncement(.malformed, at: at, from: source, Array("no announcement".utf8)),
            StrayAnnouncement(.malformed, at: at, from: source, sent(Array("{\"version\":\"1.0\"}".utf8))),
            StrayAnnouncement(.invalidJSON, at: at, from: source, sent(Array("{\"version\":".utf8))),
            StrayAnnouncement(.otherVersion, at: at, from: source, other.datagram(from: TestVenue.streamer)),
            StrayAnnouncement(.notAllowed, at: at, from: stranger, announcement.datagram(from: stranger.address)),
            StrayAnnouncement(.otherLicense, at: at, from: source, licensed.datagram(from: TestVenue.streamer)),
        ]
    }

    @Test("3.8, 3.9, 3.10, 3.11, S3-S9, S20: each announcement counts in one class, and all of them as received")
    func classes() throws {
        let strays = try Self.strays()
        let path = NSTemporaryDirectory() + "svm-\(UUID().uuidString).pcapng"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sent = try TestVenue { $0.strays = strays }.write(to: path, cut: StreamDuration(seconds: 2))
        let sdk = TestSDK(recording: path)
        sdk.svm.setConfig(["streamers": ["allowed": ["10.0.0.0/8"]]])
        #expect(sdk.svm.start().isOk)
        #expect(
            sdk.witness.lines.wait { _ in
                sdk.number("announcementsReceived") == sent && sdk.svm.videoChannels.count == 2
            })
        let want = [
            "announcementsMalformed": 2, "invalidJsonAnnouncements": 1, "versionMismatchAnnouncements": 1,
            "announcementsNotAllowed": 1, "licenseMismatchAnnouncements": 1, "channelsAdded": 5,
            "listenerIgmpRestarts": 0,
        ]
        for (key, count) in want { #expect(sdk.number(key) == count, "\(key)") }
        #expect(sdk.svm.getVideoChannelListArray().map(\.sessionNum) == [1, 2])
    }

    @Test(
        "X5, C7, M23: the Wi-Fi has its own fields, the access point's name, and the three keys that are printed for it"
    )
    func wifi() throws {
        var facts = WirelessFacts()
        facts.interface = "wlan0"
        facts.ssid = "Stadium"
        facts.bssid = "04:c5:a4:09:55:70"
        facts.signalDbm = -61
        let sdk = TestSDK(wireless: facts)
        sdk.svm.setConfig([
            "license": TestVenue.triplet, "source": ["capture": try TestVenue.recording.get().path],
            "wifi": ["accessPoints": [["name": "Press Box Booth 5", "bssid": "04:C5:A4:09:55:70"]]],
        ])
        #expect(sdk.svm.start().isOk)
        let info = sdk.svm.wifiInfo()
        #expect(info.interface == "wlan0" && info.ssid == "Stadium" && info.signalDbm == -61)
        #expect(info.apName == "Press Box Booth 5")
        #expect(info.session_link_indicator == 0 && info.session_uptime == 0 && info.announcement_session_id == "")
        let printed = ["session_link_indicator", "session_uptime", "announcement_session_id"]
        #expect(Set(printed).isSubset(of: info.dictionary.keys))
        #expect(info.dictionary["apName"] as? String == "Press Box Booth 5" && info.dictionary["noiseDbm"] == nil)
    }

    @Test("M23: without Wi-Fi nothing is made up")
    func noWiFi() {
        let info = TestSDK().svm.wifiInfo()
        #expect(info.interface == nil && info.ssid == nil && info.bssid == nil && info.apName == nil)
        #expect(info.dictionary.count == 3)
    }
}
