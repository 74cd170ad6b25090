import Bytes
import Foundation
import HTTPServing
import Testing

@testable import ReplayService

@Suite("Routes of clips")
struct ClipRouteTests {
    static let channel = "/api/v1/channels/Main%20Camera"

    /// A channel of the sample that has clips, and a window inside it of absolute times.
    private static func served() throws -> (sample: ServedSample, base: String, window: String) {
        let sample = try ServedSample()
        let list = try sample.get("/api/v1/channels").object["channels"] as? [[String: Any]] ?? []
        let channel = try #require(list.first { $0["clip"] is String })
        let base = "/api/v1/channels/\(try #require(channel["id"] as? String))/"
        let first = try sample.get(base + "clip.ts?last=4s")
        let location = try #require(first.header("Content-Location"))
        return (sample, base, String(location.split(separator: "?")[1]))
    }

    @Test(
        "say what they are, and give the same clip for what they say about themselves",
        arguments: [
            ("clip.ts?", "video/mp2t", "key"), ("clip.mp4?", "video/mp4; codecs=", "frame"),
            ("clip.mp4?fragmented=1&", "video/mp4; codecs=", "key"),
        ])
    func headers(_ file: String, _ type: String, _ accuracy: String) throws {
        let (sample, base, window) = try Self.served()
        let clip = try sample.get(base + file + window)
        #expect(clip.status == 200 && clip.bytes.count > 10_000)
        #expect(clip.header("Content-Type")?.hasPrefix(type) == true)
        #expect(clip.header("X-Clip-Accuracy") == accuracy)
        let location = try #require(clip.header("Content-Location"))
        #expect(location.hasPrefix(base + file))
        let again = try sample.get(location)
        #expect(again.header("ETag") == clip.header("ETag") && again.bytes == clip.bytes)
        let name = try #require(clip.header("Content-Disposition"))
        #expect(name.hasSuffix(file.hasPrefix("clip.ts") ? ".ts\"" : ".mp4\""))
        let links = clip.headers.filter { $0.name == "Link" }.map(\.value)
        for relation in ["describedby", "related", "preview", "alternate"] {
            #expect(links.contains { $0.contains("rel=\"\(relation)\"") && $0.hasPrefix("<\(base)") })
        }
    }

    @Test("differ in their entity tags by format, content and accuracy")
    func tags() throws {
        let (sample, base, window) = try Self.served()
        let targets = [
            "clip.ts?", "clip.ts?accuracy=packet&", "clip.ts?as=received&", "clip.mp4?", "clip.mp4?fragmented=1&",
            "clip.mp4?as=received&",
        ]
        let tags = try targets.compactMap { try sample.get(base + $0 + window).header("ETag") }
        #expect(Set(tags).count == targets.count)
    }

    @Test("Pain 7: end at the first gap or go on, as gap= says")
    func gaps() throws {
        let (sample, base, _) = try Self.served()
        let kept = try sample.get(base + "clip.mp4?last=20s&gap=keep")
        let stopped = try sample.get(base + "clip.mp4?last=20s&gap=stop")
        #expect(kept.status == 200 && stopped.status == 200)
        let (whole, part) = (kept.header("X-Clip-Duration"), stopped.header("X-Clip-Duration"))
        if kept.header("X-Clip-Gaps") != nil {
            #expect((Double(part ?? "") ?? 0) < (Double(whole ?? "") ?? 0))
            #expect(stopped.header("X-Clip-Gaps") == "1")
        } else {
            #expect(whole == part)
        }
        #expect(try sample.get(base + "clip.mp4?last=20s&gap=skip").status == 400)
    }

    @Test(
        "refuse what makes no sense in one sentence",
        arguments: [
            ("clip.mp4?last=5s&accuracy=packet", 400), ("clip.mp4?last=5s&fragmented=2", 400), ("clip.mp4", 400),
            ("clip.mp4?start=1&duration=5", 416), ("clip.ts?start=4000000000&duration=5", 425),
            ("clip.mp4?last=23h&clamp=0", 416),
        ])
    func refusals(_ target: String, _ status: Int) throws {
        let (sample, base, _) = try Self.served()
        let answer = try sample.get(base + target)
        #expect(answer.status == status)
        #expect(answer.object["status"] as? String == "error")
        #expect((answer.object["error"] as? String)?.isEmpty == false)
        #expect((answer.header("Retry-After") != nil) == (status == 425))
    }

    @Test("are not made for readers who have them")
    func known() throws {
        let (sample, base, window) = try Self.served()
        let tag = try #require(try sample.get(base + "clip.mp4?" + window).header("ETag"))
        let answer = try sample.get(base + "clip.mp4?" + window, headers: [Header("If-None-Match", tag)])
        // The server makes a 304 of it.
        #expect(answer.status == 200 && answer.bytes.isEmpty && answer.header("ETag") == tag)
    }

    @Test("take memory from one budget, and give it back with the answer")
    func budget() throws {
        var options = ReplayOptions()
        options.clipBudgetBytes = 3_000_000
        let sample = try ServedSample(options)
        let (_, base, window) = try Self.served()
        var held: [Response] = []
        for _ in 0..<100 {
            let answer = try sample.get(base + "clip.ts?" + window)
            held.append(answer)
            if answer.status != 200 { break }
        }
        let last = try #require(held.last)
        #expect(last.status == 429 && last.header("Retry-After") == "1")
        #expect(sample.service.clipBudget.byteCount > 0)
        held = []
        #expect(try sample.get(base + "clip.ts?" + window).status == 200)
        options.clipBudgetBytes = 1_000
        let small = try ServedSample(options)
        // It would never fit: asking again is of no use.
        for file in ["clip.mp4?", "clip.ts?", "evidence.pcapng?"] {
            let answer = try small.get(base + file + window)
            #expect(answer.status == 416 && answer.header("Retry-After") == nil, "\(file)")
        }
        #expect(small.service.clipBudget.byteCount == 0)
    }
}
