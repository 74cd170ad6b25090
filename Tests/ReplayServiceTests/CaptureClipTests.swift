import Bytes
import ClipFiles
import Clips
import Foundation
import HTTPServing
import Pipeline
import Reports
import Testing
import Timing
import VenueRuntime

@testable import ReplayService

/// The server and the analyzer cut the same capture (definitions D7).
@Suite("A clip of a capture")
struct CaptureClipTests {
    struct Case: CustomTestStringConvertible {
        var format: CaptureClip.Format
        var content: ClipContent
        var testDescription: String { "\(format), \(content.rawValue)" }
    }

    static let cases = [CaptureClip.Format.movie, .transport].flatMap { format in
        ClipContent.allCases.map { Case(format: format, content: $0) }
    }

    private static let path = ServedSample.project.appending(path: "Samples/lossy-venue.pcapng").path()

    @Test("D7: is byte by byte what the server gives for the same window", arguments: cases)
    func same(_ example: Case) throws {
        let served = try ServedSample()
        let view = served.service.publisher.view
        let options = AnalysisOptions(capturePath: Self.path)
        let first = try #require(try CaptureAnalysis(options: options).run { _ in }.capture.firstTime)
        var compared = 0
        for channel in view.channels.filter({ $0.snapshot.transport != nil }).prefix(2) {
            for (from, length) in [(3_000, 2_000), (4_321, 1_234), (2_500, 600_000)] {
                let from = StreamDuration(milliseconds: Int64(from))
                let length = StreamDuration(milliseconds: Int64(length))
                let query =
                    "start=\((first + from).rfc3339(digits: 9))&duration=\(length.nanoseconds / 1_000_000)ms"
                    + "&as=\(example.content.rawValue)"
                let name = example.format == .movie ? "clip.mp4" : "clip.ts"
                let answer = try served.get("/api/v1/channels/\(channel.id)/\(name)?\(query)")
                let clip = CaptureClip(
                    of: channel.id, in: options, from: from, duration: length, format: example.format,
                    content: example.content)
                guard answer.status == 200 else {
                    #expect(throws: CaptureClipFailure.self) { try clip.cut { _ in } }
                    continue
                }
                let cut = try clip.cut { _ in }
                #expect(cut.body.joined == answer.bytes)
                #expect(cut.facts.headers.allSatisfy { answer.header($0.name) == $0.value })
                compared += 1
            }
        }
        #expect(compared >= 3)
    }

    @Test("of no channel, of several, or of nothing at all is refused in one sentence")
    func refused() {
        let options = AnalysisOptions(capturePath: Self.path)
        func failure(_ channel: String, _ from: Int64) -> String {
            let clip = CaptureClip(
                of: channel, in: options, from: StreamDuration(seconds: from), duration: StreamDuration(seconds: 1),
                format: .movie)
            do throws(CaptureClipFailure) { _ = try clip.cut { _ in } } catch { return "\(error)" }
            return ""
        }
        #expect(failure("nobody", 3).contains("no such channel"))
        let piped = CaptureClip(
            of: "x", in: AnalysisOptions(capturePath: "-"), from: .zero, duration: StreamDuration(seconds: 1),
            format: .transport)
        #expect(throws: CaptureClipFailure.notTwice) { try piped.cut { _ in } }
    }
}
