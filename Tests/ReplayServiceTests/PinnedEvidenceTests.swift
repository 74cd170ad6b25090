import Foundation
import HTTPServing
import Pipeline
import Protection
import Storage
import Testing

@testable import ReplayService

@Suite("Evidence that is kept without anybody asking")
struct PinnedEvidenceTests {
    @Test("a failed window pins a clip of each channel of the sample, with its capture and report, and tells it once")
    func pinned() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pinned-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var options = ReplayOptions()
        options.clips = try ClipStore(
            path: folder.appending(path: "clips").path(), limits: ClipStoreLimits(freeSpace: 0))
        let served = try ServedSample(options)
        let clips = try #require(try served.get("/api/v1/clips").object["clips"] as? [[String: Any]])
        let view = served.service.publisher.view
        let failing = view.channels.filter { $0.snapshot.windows.recoveryFailures > $0.snapshot.windows.tail }
        #expect(!failing.isEmpty)
        #expect(Set(clips.compactMap { ($0["channel"] as? [String: Any])?["id"] as? String }).count == failing.count)
        #expect(clips.count == failing.count)
        for clip in clips {
            #expect(clip["kind"] as? String == "automatic")
            let id = try #require(clip["id"] as? String)
            let evidence = try served.get("/api/v1/clips/\(id)/evidence.pcapng")
            #expect(evidence.status == 200)
            #expect(evidence.header("X-Evidence-Checked") == "1")
            let counts = EvidenceRouteTests.counts(evidence.header("X-Clip-Windows") ?? "")
            #expect((counts["failed"] ?? 0) > 0)
            #expect(try served.get("/api/v1/clips/\(id)/report.json").status == 200)
        }
        #expect(served.service.events.last >= UInt64(clips.count))
    }
}
