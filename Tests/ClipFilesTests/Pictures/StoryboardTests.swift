import Bytes
import Clips
import Foundation
import History
import MediaIO
import TestSupport
import Testing
import Timing
import TransportStream

@testable import ClipFiles

@Suite("Storyboards", .enabled(if: JPEGPeer.isPresent, "there is no ffmpeg"))
struct StoryboardTests {
    private static func request(_ arguments: String) throws -> StoryboardRequest {
        try StoryboardRequest(query: pairs(arguments))
    }

    private static func pairs(_ arguments: String) -> [(String, String)] {
        arguments.split(separator: "&").map {
            let pair = $0.split(separator: "=", maxSplits: 1)
            return (String(pair[0]), String(pair[1]))
        }
    }

    @Test(
        "show at each place of a sheet the picture of its stretch of time",
        arguments: [
            "last=12s&interval=200ms", "from=-15&to=-2&interval=1s", "last=10s&interval=4s", "last=18s&interval=80ms",
        ])
    func numbers(_ arguments: String) throws {
        let played = try PlayedStream(try NumberedStream.fixture(), seconds: 20)
        let pictures = played.pictures
        let base = try #require(pictures.first?.unit.pts)
        let plan = try StoryboardPlan(Self.request(arguments), from: played.history)
        let track = try PictureFile.track(plan, of: played.source, until: .now + .seconds(60)) { "\($0).jpg?\($1)" }
        let text = String(decoding: track.body.joined, as: UTF8.self)
        let cues = text.split(separator: "\n").filter { $0.contains("#xywh=") }
        #expect(!cues.isEmpty)
        var sheets: [Substring: JPEGPeer.Luma] = [:]
        for (cue, line) in cues.enumerated() {
            // The sheet is asked for as the track says, and read where the track says.
            let parts = try #require(
                line.wholeMatch(of: /(([0-9]+)\.jpg\?([^#]*))#xywh=([0-9]+),([0-9]+),([0-9]+),([0-9]+)/)?.output)
            let sheet = try SheetRequest(number: #require(Int(parts.2)), query: Self.pairs(String(parts.3)))
            if sheets[parts.1] == nil {
                let file = try PictureFile.sheet(
                    SheetPlan(sheet, from: played.history), of: played.source, until: .now + .seconds(60))
                #expect(!file.isDamaged)
                sheets[parts.1] = try JPEGPeer.decode([file.body.joined])[0]
            }
            let place = [parts.4, parts.5, parts.6, parts.7].compactMap { Int($0) }
            let number = try #require(
                sheets[parts.1]?.number(x: place[0], y: place[1], width: place[2], height: place[3]))
            let start = plan.start + plan.interval * Int64(cue)
            let end = min(start + plan.interval, plan.start + plan.duration)
            let time = try #require(pictures.first { ($0.unit.pts - base) / 3_600 == number }).pictureTime
            // One of the stretch's own pictures, or the one that is still shown when it begins.
            let shown = try #require(pictures.last { $0.pictureTime <= start })
            #expect(time >= shown.pictureTime && time < end, "\(cue): \(number)")
        }
    }

    @Test("draw a picture of another shape undistorted, in the middle of its place")
    func shapes() throws {
        let played = try PlayedStream(try NumberedStream.fixture(), seconds: 20)
        let start = played.pictures[25].pictureTime
        let query = Self.pairs("start=\(start.epochSeconds)&duration=1&interval=1&width=320&height=320")
        let sheet = try SheetRequest(number: 0, query: query)
        let file = try PictureFile.sheet(
            SheetPlan(sheet, from: played.history), of: played.source, until: .now + .seconds(60))
        let luma = try JPEGPeer.decode([file.body.joined])[0]
        #expect(luma.width == 320 && luma.height == 320)
        // 180 rows in the middle of 320: the first one is row 70; above and below it is black.
        #expect(luma.number(x: 0, y: 70, width: 320, height: 180) == 25)
        #expect(luma.mean(x: 0, y: 0, width: 320, height: 66) < 4)
        #expect(luma.mean(x: 0, y: 254, width: 320, height: 66) < 4)
    }

    @Test("leave what is not kept any more black, each picture at its place")
    func evicted() throws {
        let played = try PlayedStream(try NumberedStream.fixture(), seconds: 20)
        let first = try #require(played.pictures.first).pictureTime
        let start = first - StreamDuration(seconds: 5)
        let query = Self.pairs("start=\(start.epochSeconds)&duration=10&interval=1&width=160&height=90")
        let plan = try SheetPlan(SheetRequest(number: 0, query: query), from: played.history)
        #expect(!plan.isFinal)
        let file = try PictureFile.sheet(plan, of: played.source, until: .now + .seconds(60))
        let luma = try JPEGPeer.decode([file.body.joined])[0]
        #expect(luma.mean(x: 0, y: 0, width: 4 * 160, height: 90) < 4)
        // Five seconds before picture 0 the sheet begins: its sixth place shows picture 0, and the next ones every 25th.
        for cue in 5..<10 {
            #expect(luma.number(x: cue * 160, y: 0, width: 160, height: 90) == (cue - 5) * 25)
        }
    }
}
