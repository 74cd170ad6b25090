import DeviceLink
import Foundation
import NetworkFormats
import PacketIO
import StadiumVisionSDK
import TestSupport
import Timing
import VenueRuntime
import VenueSimulator
import VenueWire

/// What the SDK, the server's program and its report counted of one camera, live, in a network of their own.
///
/// The camera is announced two seconds before its first packet, sends for six seconds, and then is announced only: all that is
/// told of it stands still between two announcements.
struct VenueAccounts: Sendable {
    struct Silent: Error { var text: String }

    /// The SDK's statistics before and behind those of the server, and the report's text.
    var sdk: [[String: String]] = []
    var server: [String: String] = [:]
    var report = ""
    /// What had been counted of the camera's packets when it was played.
    var early = -1

    static func run() throws -> Self {
        let folder = NSTemporaryDirectory() + "svm-accounts-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let made = Guarded(Self())
        try Namespace.run {
            let accounts = try compare(in: folder)
            made.withLock { $0 = accounts }
        }
        return made.withLock { $0 }
    }

    private static func spec() throws -> NativeVenueSpec {
        var impairment = Impairment(loss: .bernoulli(0.15), repairLoss: .bernoulli(0.15), sparedSources: 0)
        impairment.outages = [
            Impairment.Outage(start: .zero, length: StreamDuration(seconds: 2)),
            Impairment.Outage(start: StreamDuration(seconds: 8), length: StreamDuration(seconds: 60)),
        ]
        let camera = NativeChannelSpec(
            name: "Late", sessionNumber: 1, destination: Endpoint(IPAddress(v4: 0xef0a_0a01), 5_000),
            bandwidthKbps: 400,
            protection: AnnouncedProtection(
                scheme: .reedSolomon, matrix: "rizzo", sourceCount: 8, repairCount: 4, symbolLength: 1_331,
                repairPort: 5_010, windowMs: 200),
            impairment: impairment,
            content: .video(try LoopMaterial(DemoFile.bytes("sideline.ts")), offset: .zero))
        return NativeVenueSpec(
            start: StreamTime(nanoseconds: SystemClock().read().realtime),
            license: VenueAnnouncement.License(
                venueName: "VenueName", contentOwner: "ContentOwner", appDeveloper: "AppDeveloper"),
            title: "Game 12", twins: nil,
            streamers: [NativeVenueSpec.Streamer(id: "late", source: Endpoint(IPAddress(v4: 0x7f00_0001), 0))],
            channels: [camera])
    }

    private static func compare(in folder: String) throws -> Self {
        let server = try ChildProgram(
            [ChildProgram.products + "svmreplayd", "--listen", "127.0.0.1:0", "--interface", "lo", "--no-sap"],
            output: folder + "/server.log")
        defer { server.end(by: SIGTERM) }
        let address = try address(folder + "/server.log")
        let svm = StadiumVisionMobile(
            environment: .bare(identityPath: folder + "/device-uuid", link: NetlinkLink(interface: "lo")))
        svm.setConfig(["license": TestVenue.triplet, "wifi": ["interface": "lo"]])
        let status = svm.start()
        guard status.isOk else { throw Silent(text: status.errorString ?? "") }
        defer { svm.shutdown() }
        // Both have joined by now.
        usleep(300_000)
        let streamer = VenueStreamer(try spec())
        try streamer.start()
        defer { streamer.stop() }
        let start = NumberedView.now
        while svm.getVideoChannelListArray().isEmpty, NumberedView.now - start < 8_000_000_000 { usleep(5_000) }
        guard let channel = svm.getVideoChannelListArray().first else { throw Silent(text: "no camera is listed") }
        let controller = SVMVideoViewController(svm)
        controller.playVideoChannel(channel)
        var accounts = Self()
        accounts.early = svm.stats()["total_num_bytes_written"] as? Int ?? -1
        // The last windows are closed a second behind the last packet, which is sent before the eighth.
        while NumberedView.now - start < 12_500_000_000 { usleep(20_000) }
        for _ in 0..<10 {
            let before = texts(svm.stats())
            accounts.server = texts(try object(curl(address + "/api/v1/stats?channel=Late", in: folder)))
            accounts.report = try curl(address + "/api/v1/report", in: folder)
            accounts.sdk = [before, texts(svm.stats())]
            if before["announcementsReceived"] == accounts.sdk[1]["announcementsReceived"] { break }
        }
        return accounts
    }

    /// Where the server says that it is.
    private static func address(_ log: String) throws -> String {
        var text = ""
        for _ in 0..<400 {
            text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            if let found = text.firstMatch(of: /http:\/\/127\.0\.0\.1:[1-9][0-9]*/) { return String(found.0) }
            usleep(50_000)
        }
        throw Silent(text: text)
    }

    private static func curl(_ address: String, in folder: String) throws -> String {
        let file = folder + "/" + UUID().uuidString
        let program = try ChildProgram(["/usr/bin/curl", "-s", "--max-time", "5", address], output: file)
        program.wait(seconds: 6)
        return try String(contentsOfFile: file, encoding: .utf8)
    }

    static func object(_ text: String) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }

    private static func texts(_ statistics: [String: Any]) -> [String: String] { statistics.mapValues { "\($0)" } }
}
