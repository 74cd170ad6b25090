import DeviceLink
import Foundation
import HTTPServing
import PacketIO
import StadiumVisionSDK
import Testing

/// A Reporter that takes uploads, or answers what it is told to.
private final class TestReporter: RequestHandler {
    private let bodies = Guarded<[[UInt8]]>([])
    private let status: Int

    init(status: Int) { self.status = status }

    var uploads: [[String: Any]] {
        bodies.withLock { $0 }.compactMap { try? JSONSerialization.jsonObject(with: Data($0)) as? [String: Any] }
    }

    func answer(_ request: Request) -> Answer {
        bodies.withLock { $0.append(request.body) }
        return .now(Response(status: status))
    }

    func methods(at request: Request) -> [HTTPServing.Method] { [.post] }
}

@Suite("Statistics for a Reporter")
struct ReporterTests {
    @Test(
        "B14, 3.17, S16-S18, F-5: statistics and Wi-Fi are uploaded when a session is closed, and counted",
        arguments: [(204, 1, 0), (500, 0, 1)])
    func uploads(_ status: Int, _ successes: Int, _ failures: Int) throws {
        let reporter = TestReporter(status: status)
        let server = try HTTPServer(
            options: ServerOptions(address: ListenAddress(host: "127.0.0.1", port: 0)), handler: reporter)
        defer { server.stop(grace: .zero) }
        var facts = WirelessFacts()
        facts.bssid = "04:c5:a4:09:55:70"
        let sdk = TestSDK(wireless: facts)
        sdk.svm.setConfig([
            "license": TestVenue.triplet, "source": ["capture": try TestVenue.recording.get().path],
            "reporter": ["url": "http://127.0.0.1:\(server.port)/api/v1/reporter"],
            "wifi": ["accessPoints": [["name": "Press Box Booth 5", "bssid": "04:C5:A4:09:55:70"]]],
        ])
        #expect(sdk.svm.start().isOk)
        #expect(sdk.witness.lines.wait { _ in sdk.svm.getVideoChannelListArray().count == 2 })
        let player = NotingController(sdk)
        #expect(player.playVideoChannel(try #require(sdk.video("Main"))).isOk)
        sdk.svm.shutdown()
        let upload = try #require(reporter.uploads.first)
        #expect(reporter.uploads.count == 1)
        #expect(upload["deviceUUID"] as? String == sdk.svm.getDeviceUUID())
        #expect(upload["version"] as? String == sdk.svm.version())
        #expect((upload["timestamp"] as? String)?.hasSuffix("Z") == true)
        let stats = try #require(upload["stats"] as? [String: Any])
        #expect(Set(stats.keys) == Set(sdk.svm.stats().keys))
        #expect((upload["wifiInfo"] as? [String: Any])?["apName"] as? String == "Press Box Booth 5")
        #expect(sdk.number("statsUploadAttempts") == 1)
        #expect(sdk.number("statsUploadSuccesses") == successes && sdk.number("statsUploadFailures") == failures)
    }
}
