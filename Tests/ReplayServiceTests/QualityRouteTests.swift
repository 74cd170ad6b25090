import Clips
import Foundation
import HTTPServing
import Testing
import Timing

@testable import ReplayService

@Suite("Quality of clips over HTTP")
struct QualityRouteTests {
    let served: ServedSample

    init() throws { served = try ServedSample() }

    @Test(
        "sums up, second by second, to what the clip's headers say", arguments: EvidenceRouteTests.channels,
        ["from=-6&to=-3", "last=2s", "from=-4.5&to=-0.25"])
    func sums(channel: String, query: String) throws {
        let clip = try served.get("/api/v1/channels/\(channel)/clip.ts?\(query)")
        let quality = try served.get("/api/v1/channels/\(channel)/quality?\(query)").object
        let seconds = try #require(quality["seconds"] as? [[String: Any]])
        func sum(_ name: String) -> Int { seconds.compactMap { $0[name] as? Int }.reduce(0, +) }
        #expect(sum("lostPackets") == Int(clip.header("X-Clip-Lost-Packets") ?? ""))
        #expect(sum("recoveredPackets") == Int(clip.header("X-Clip-Recovered-Packets") ?? ""))
        #expect(sum("receivedPackets") > 0)
        let claimed = EvidenceRouteTests.counts(try #require(clip.header("X-Clip-Windows")))
        for name in ["total", "noLoss", "recovered", "failed"] {
            let found = seconds.compactMap { ($0["windows"] as? [String: Any])?[name] as? Int }.reduce(0, +)
            #expect(found == claimed[name])
        }
        // Whole seconds, none left out.
        let times = seconds.compactMap { ($0["time"] as? String).flatMap(StreamTime.init(rfc3339:)) }
        #expect(times.count == seconds.count)
        #expect(zip(times, times.dropFirst()).allSatisfy { ($1 - $0).seconds == 1 })
        #expect(times.allSatisfy { $0.nanoseconds % 1_000_000_000 == 0 })
    }

    @Test("has the link indicator of the channel's own report", arguments: EvidenceRouteTests.channels)
    func indicator(channel: String) throws {
        let quality = try served.get("/api/v1/channels/\(channel)/quality?last=4s").object
        let shown = try served.get("/api/v1/channels/\(channel)").object
        let id = try #require(shown["id"] as? String)
        let report = try served.get("/api/v1/report").object["channels"] as? [[String: Any]]
        let link = try #require(report?.first { $0["id"] as? String == id }?["link"] as? [String: Any])
        let timeline = try #require(link["timeline"] as? [[String: Any]])
        /// The report's value at an instant: its last change up to then.
        func value(at time: StreamTime) -> Int? {
            timeline.last {
                ($0["time"] as? String).flatMap(StreamTime.init(rfc3339:)).map { $0 <= time } ?? false
            }?["value"] as? Int
        }
        let seconds = try #require(quality["seconds"] as? [[String: Any]])
        for second in seconds {
            let time = try #require((second["time"] as? String).flatMap(StreamTime.init(rfc3339:)))
            guard let shown = second["linkIndicator"] as? Int else { continue }
            #expect(shown == value(at: time))
        }
        #expect(seconds.contains { $0["linkIndicator"] is Int })
    }

    @Test("as WebVTT is valid and lies on the clip's own time", arguments: EvidenceRouteTests.channels)
    func cues(channel: String) throws {
        let clip = try served.get("/api/v1/channels/\(channel)/clip.ts?from=-6&to=-3")
        let response = try served.get("/api/v1/channels/\(channel)/quality.vtt?from=-6&to=-3")
        #expect(response.header("Content-Type") == "text/vtt; charset=utf-8")
        let cues = try CueReader(response.text).cues
        let start = try #require(clip.header("X-Clip-Start").flatMap(StreamTime.init(rfc3339:)))
        let duration = try #require(clip.header("X-Clip-Duration").flatMap(Double.init))
        #expect(cues.first?.start == 0)
        #expect(cues.last?.end == Int((duration * 1e9).rounded()) / 1_000_000)
        // No gap, and every cue but the first begins at a whole second of stream time.
        #expect(zip(cues, cues.dropFirst()).allSatisfy { $0.end == $1.start })
        for cue in cues.dropFirst() {
            let time = try #require((cue.payload["time"] as? String).flatMap(StreamTime.init(rfc3339:)))
            // The header's start is rounded down to microseconds.
            #expect(abs(cue.start - Int((time - start).nanoseconds / 1_000_000)) <= 1)
        }
    }
}
