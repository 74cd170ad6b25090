import Foundation
import HTTPServing
import History
import NetworkFormats
import PacketIO
import ReplayService
import Reports
import TestSupport
import Testing
import Timing
import VenueRuntime
import VenueSettings
import VenueSimulator

/// A live session over loopback, and its recording served again.
@Suite("Live and its rerun")
struct LiveRerunTests {
    private static let groups = [IPAddress(v4: 0xef4d_0901), IPAddress(v4: 0xef4d_0902)]

    private static func senders() throws -> [SenderSpec] {
        let bursts = LossModel.gilbertElliott(toBad: 0.02, toGood: 0.3, lossInGood: 0.002, lossInBad: 0.8)
        return try zip(groups, ["main-camera.ts", "sideline.ts"]).enumerated().map { index, place in
            SenderSpec(
                name: "Camera \(index)", material: try LoopMaterial(DemoFile.bytes(place.1)),
                destination: Endpoint(place.0, 44_000), parity: ParityLayout(columns: 5, rows: 5),
                impairment: index == 1 ? Impairment(loss: bursts, repairLoss: bursts) : Impairment(), announcing: nil,
                seed: UInt64(7 + index))
        }
    }

    private static var configuration: VenueConfiguration {
        var configuration = VenueConfiguration()
        configuration.join = groups.enumerated().map { "rtp://\($1):44000?name=Camera%20\($0)" }
        return configuration
    }

    /// Whether so much of both channels is kept.
    private static func holds(_ venue: LiveVenue, seconds: Double) -> Bool {
        ([0, 1] as [Int32]).allSatisfy { channel in
            guard let history = venue.history(of: channel), let oldest = history.oldest, let edge = history.liveEdge
            else { return false }
            return (edge - oldest).seconds >= seconds
        }
    }

    /// What a report says behind where it comes from.
    private static func comparable(_ report: String) -> Substring {
        report.firstRange(of: "\n \"sap\":").map { report[$0.lowerBound...] } ?? ""
    }

    @Test("gives the same report, the same clips and the same segments")
    func isTheSame() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let recording = folder.appending(path: "session.pcapng").path()
        let sender = EmbeddedVenue(try Self.senders())
        let joins = Self.configuration.join.compactMap(JoinAddress.init)
        let live = try LiveVenue(
            options: LiveOptions(
                source: .network(
                    LiveSource.NetworkOptions(interface: "lo", announcements: nil, followsSAP: false, joins: joins)),
                configuration: Self.configuration, recording: LiveOptions.Recording(path: recording)))
        let service = ReplayService(venue: live)
        live.start()
        service.start()
        try sender.start()
        // Nine and a half seconds of pictures, or as long as a busy machine needs for them.
        for _ in 0..<600 where !Self.holds(live, seconds: 9.5) { usleep(100_000) }
        sender.stop()
        let result = try #require(live.stop())
        service.stop()
        #expect(result.reportFailure == nil && result.facts.missed == 0 && result.facts.failure == nil)

        let analysed = try CaptureAnalysis(
            options: AnalysisOptions(capturePath: recording, configuration: Self.configuration)
        ).run { _ in }
        let written = try String(contentsOfFile: recording + ".report.json", encoding: .utf8)
        #expect(Self.comparable(written) == Self.comparable(analysed.jsonText))
        #expect(analysed.channels.map(\.name) == ["Camera 0", "Camera 1"])
        #expect(analysed.channels.allSatisfy { ($0.rtp?.received ?? 0) > 300 })
        try compareMedia(service, recording)
    }

    private func compareMedia(_ live: ReplayService, _ recording: String) throws {
        let rerun = try LiveVenue(
            options: LiveOptions(
                source: .capture(path: recording, pace: .fast), configuration: Self.configuration))
        let again = ReplayService(venue: rerun)
        rerun.start()
        for _ in 0..<1_000 where !rerun.health.isFinished { usleep(10_000) }
        again.start()
        again.stop()
        for name in ["Camera%200", "Camera%201"] {
            for form in ["", "&as=received"] {
                let clip = try live.get("/api/v1/channels/\(name)/clip.ts?from=-6&to=-3" + form)
                let location = try #require(clip.header("Content-Location"))
                let same = try again.get(location)
                #expect(clip.status == 200 && same.status == 200)
                #expect(clip.bytes == same.bytes && clip.bytes.count > 50_000)
                for header in ["ETag", "X-Clip-Start", "X-Clip-Lost-Packets", "X-Clip-Windows"] {
                    #expect(clip.header(header) == same.header(header))
                }
            }
            for list in ["live.m3u8", "cmaf.m3u8"] {
                let addresses = try live.get("/hls/\(name)/\(list)").text.split(separator: "\n")
                    .filter { $0.hasPrefix("/") }
                #expect(addresses.count >= 4)
                for address in addresses {
                    let segment = try live.get(String(address))
                    #expect(segment.status == 200)
                    #expect(segment.bytes == (try again.get(String(address))).bytes, "\(address)")
                }
            }
        }
    }
}
