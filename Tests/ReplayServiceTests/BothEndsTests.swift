import DeviceLink
import Foundation
import HTTPServing
import PacketIO
import Quality
import Session
import Storage
import Testing
import VenueRuntime

@testable import ReplayService

@Suite("Both ends of the Reporter")
struct BothEndsTests {
    @Test("3.17: what a session uploads over HTTP is what the Reporter keeps, and a flood of its own counts as failed")
    func agree() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "svm-ends-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try ReporterStore(path: folder.appending(path: "reporter.sqlite").path())
        let path = ServedSample.project.appending(path: "Samples/lossy-venue.pcapng").path()
        var options = ReplayOptions()
        options.reporter = store
        let service = ReplayService(
            venue: try LiveVenue(options: LiveOptions(source: .capture(path: path, pace: .fast))), options: options)
        let server = try HTTPServer(
            options: ServerOptions(address: try ListenAddress(parsing: "127.0.0.1:0")), handler: service)

        let device = "0F0E0D0C-0B0A-4908-8706-050403020100"
        var statistics = SessionStatistics()
        for (number, key) in StatKey.allCases.enumerated() { statistics[key] = number }
        statistics[.linkIndicator] = 9
        statistics.sessionTitle = "⚽ \u{7}\"Derby\"\\"
        var wireless = WirelessFacts()
        wireless.bssid = "00:1b:2c:3d:4e:5f"
        wireless.accessPointName = "Gate 7"
        wireless.quality = 0.625
        let (counted, heard) = (statistics, wireless)
        let uploader = StatisticsUploader(
            UploadTarget(url: "http://127.0.0.1:\(server.port)/api/v1/reporter", intervalSeconds: 3_600),
            of: StatisticsUploader.Subject(
                deviceID: device, version: "1.0", statistics: { counted }, wireless: { heard }))
        uploader.start()
        // One after the other; more than a device may send at once.
        for round in 1...24 {
            uploader.upload()
            for _ in 0..<2_000 where uploader.counts.successes + uploader.counts.failures < round { usleep(5_000) }
        }
        uploader.stop()
        let counts = uploader.counts
        #expect(counts.attempts == 24 && counts.successes + counts.failures == 24)
        #expect(counts.successes >= 20)
        server.stop(grace: .zero)

        let history = try #require(try store.history(ofDevice: device.lowercased(), limit: 100))
        #expect(history.uploads.count == counts.successes)
        let first = try #require(history.uploads.last?.upload)
        // What an upload says of uploads is how they stood when it was begun.
        statistics[.uploadAttempts] = 1
        statistics[.uploadSuccesses] = 0
        statistics[.uploadFailures] = 0
        #expect(first.statistics == statistics)
        #expect(first.version == "1.0")
        #expect(first.wireless.bssid == wireless.bssid && first.wireless.accessPointName == "Gate 7")
        #expect(first.wireless.quality == 0.625 && first.wireless.ssid == nil)
        store.stop()
    }
}
