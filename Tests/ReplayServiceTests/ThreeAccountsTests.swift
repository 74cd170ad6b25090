import Bytes
import CaptureFormats
import Foundation
import NetworkFormats
import PacketIO
import Reports
import StadiumVisionSDK
import TestSupport
import Testing
import Timing
import VenueRuntime
import VenueSimulator
import VenueWire

@testable import ReplayService

/// One recorded venue, followed by the SDK as time passes, rerun by the server, and reported.
@Suite("The SDK, the server and the report")
struct ThreeAccountsTests {
    private static let license = VenueAnnouncement.License(
        venueName: "VenueName", contentOwner: "ContentOwner", appDeveloper: "AppDeveloper")
    private static let source = Endpoint(IPAddress(v4: 0x0a09_0002), 5_000)
    /// What is announced can be tuned for so long before its first packet comes.
    private static let quiet = StreamDuration(seconds: 2)

    /// The recording, and how many announcements are in it.
    private struct Recording {
        let path: String
        var announcements = 0
    }

    /// Two cameras that lose 3 % and 30 % of their datagrams, a data channel, and announcements that are none.
    private static func spec() throws -> NativeVenueSpec {
        let cameras = try [("Three", "main-camera.ts", 0.03), ("Thirty", "sideline.ts", 0.3)].enumerated().map {
            index, camera in
            var impairment = Impairment(
                loss: .bernoulli(camera.2), repairLoss: .bernoulli(camera.2), duplicates: 0.02, sparedSources: 0)
            impairment.outages = [Impairment.Outage(start: .zero, length: quiet)]
            return NativeChannelSpec(
                name: camera.0, sessionNumber: UInt32(index + 1),
                destination: Endpoint(IPAddress(v4: 0xef0a_0a01 + UInt32(index)), 5_000), bandwidthKbps: 400,
                protection: AnnouncedProtection(
                    scheme: .reedSolomon, matrix: "rizzo", sourceCount: 8, repairCount: 4, symbolLength: 1_331,
                    repairPort: 5_010, windowMs: 200),
                impairment: impairment,
                content: .video(try LoopMaterial(DemoFile.bytes(camera.1)), offset: .zero))
        }
        let scores = NativeChannelSpec(
            name: "scores", sessionNumber: 3, destination: Endpoint(IPAddress(v4: 0xef0a_0a03), 5_000),
            content: .data([NativeMessage(at: StreamDuration(seconds: 4), Array("0:0".utf8))], repeats: 3))
        var spec = NativeVenueSpec(
            license: license, title: "Game 12", twins: nil,
            streamers: [NativeVenueSpec.Streamer(id: "a1", source: source)], channels: cameras + [scores])
        spec.strays = strays(spec)
        return spec
    }

    private static func strays(_ spec: NativeVenueSpec) -> [StrayAnnouncement] {
        var other = NativeVenue(spec).announcement(of: 0)
        other.version = "9.0"
        var broken = ByteWriter()
        SAPPacket(
            messageHash: 7, origin: source.address, payloadType: "application/json",
            payload: Array("{\"version\":".utf8)
        ).write(to: &broken)
        let at = StreamDuration(seconds: 5)
        return [
            StrayAnnouncement(.malformed, at: at, from: source, Array("no announcement".utf8)),
            StrayAnnouncement(.invalidJSON, at: at, from: source, broken.bytes),
            StrayAnnouncement(.otherVersion, at: at, from: source, other.datagram(from: source.address)),
        ]
    }

    /// Seven seconds of media; nothing is withdrawn at the end.
    private static func record() throws -> Recording {
        let spec = try spec()
        var venue = NativeVenue(spec)
        let writer = PCAPNGWriter()
        var recording = Recording(path: NSTemporaryDirectory() + "svm-accounts-\(UUID().uuidString).pcapng")
        var bytes = writer.sectionHeader(application: "test") + writer.interface(.ethernet)
        while let time = venue.nextTime, time < spec.start + StreamDuration(seconds: 9) {
            venue.next { datagram, payload in
                var frame = ByteWriter(capacity: payload.byteCount + 64)
                UDPFrame.ethernet(
                    source: datagram.source, destination: datagram.destination, payload: payload, into: &frame)
                bytes += writer.frame(frame.bytes, at: datagram.time)
                if datagram.kind == .announcement { recording.announcements += 1 }
            }
        }
        try Data(bytes).write(to: URL(filePath: recording.path))
        return recording
    }

    private static let recording = Result { try record() }

    /// Tells the names in each list of video channels.
    private final class Listener: SVMChannelListObserver {
        private let names = Guarded<[String]>([])
        var all: [String] { names.withLock { $0 } }
        func onVideoChannelListUpdated(_ channelList: [SVMChannel]) {
            names.withLock { $0 = channelList.map(\.name) }
        }
    }

    /// What the SDK counted of a camera that was played before its first packet came, once that is what is wanted, or nothing
    /// more comes.
    private static func statistics(
        of name: String, _ recording: Recording, until isComplete: ([String: Any]) -> Bool
    ) throws -> [String: Any] {
        let folder = NSTemporaryDirectory() + "svm-accounts-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var environment = SDKEnvironment.bare(identityPath: folder + "/device-uuid")
        environment.pace = .realtime
        let svm = StadiumVisionMobile(environment: environment)
        let listener = Listener()
        svm.addVideoChannelListDelegate(listener)
        svm.setConfig([
            "license": ["venueName": "VenueName", "contentOwner": "ContentOwner", "appDeveloper": "AppDeveloper"],
            "source": ["capture": recording.path],
        ])
        let status = svm.start()
        try #require(status.isOk, "\(status.errorString ?? "")")
        defer { svm.shutdown() }
        for _ in 0..<2_000 where listener.all.count < 2 { usleep(5_000) }
        let channel = try #require(svm.getVideoChannelListArray().first { $0.name == name })
        let controller = SVMVideoViewController(svm)
        try #require(controller.playVideoChannel(channel).isOk)
        #expect(svm.stats()["protection_windows"] as? Int == 0 && svm.stats()["total_num_bytes_written"] as? Int == 0)
        for _ in 0..<4_000 where !isComplete(svm.stats()) { usleep(5_000) }
        return svm.stats()
    }

    @Test("D11: agree number by number, for a session that was opened before its first packet")
    func agree() throws {
        let name = "Thirty"
        let recording = try Self.recording.get()
        let venue = try LiveVenue(options: LiveOptions(source: .capture(path: recording.path, pace: .fast)))
        let service = ReplayService(venue: venue)
        // First, as the server's program does it: its session counts announcements from its start.
        service.start()
        venue.start()
        defer {
            service.stop()
            venue.stop()
        }
        for _ in 0..<4_000 where !service.publisher.view.isOver { usleep(5_000) }
        let server = try service.get("/api/v1/stats?channel=\(name)").object
        let sdk = try Self.statistics(of: name, recording) { counted in
            server.allSatisfy { $0 == "session_uptime" || "\($1)" == counted[$0].map { "\($0)" } }
        }
        #expect(Set(sdk.keys) == Set(server.keys) && sdk.count == 25)
        for (key, value) in server where key != "session_uptime" {
            #expect(sdk[key].map { "\($0)" } == "\(value)", "\(key)")
        }
        // Whole seconds since the session was opened, up to two seconds before the first packet.
        let ages = [sdk, server].map { $0["session_uptime"] as? Int ?? -1 }
        #expect((6...7).contains(ages[1]) && (0...2).contains(ages[0] - ages[1]), "\(ages)")

        let report = try CaptureAnalysis(options: AnalysisOptions(capturePath: recording.path)).run { _ in }
        let whole = try #require(
            try JSONSerialization.jsonObject(with: Data(report.jsonText.utf8)) as? [String: Any])
        let channels = try #require(whole["channels"] as? [[String: Any]])
        let channel = try #require(channels.first { $0["name"] as? String == name })
        for (key, path) in StatisticsAgreementTests.ofChannel {
            #expect(sdk[key] as? Int == StatisticsAgreementTests.value(path, in: channel) ?? 0, "\(key)")
        }
        for key in StatisticsAgreementTests.ofVenue {
            #expect(sdk[key] as? Int == StatisticsAgreementTests.value("announcements." + key, in: whole), "\(key)")
        }
        #expect(
            sdk["total_num_bytes_written"] as? Int
                == (StatisticsAgreementTests.value("ts.packets", in: channel) ?? 0) * 188)
        // It is not so tame that there is nothing to agree on; by hand, three announcements are none.
        #expect(sdk["announcementsReceived"] as? Int == recording.announcements)
        for key in ["announcementsMalformed", "invalidJsonAnnouncements", "versionMismatchAnnouncements"] {
            #expect(sdk[key] as? Int == 1, "\(key)")
        }
        #expect((sdk["window_recovery_successes"] as? Int ?? 0) > 5)
        #expect((sdk["window_recovery_failures"] as? Int ?? 0) > 3)
    }
}
