import ClipSupport
import History
import Testing
import Timing

@testable import Clips

@Suite("Storyboards before they are decoded")
struct StoryboardPlanTests {
    static func parse(_ arguments: String) throws -> StoryboardRequest {
        try StoryboardRequest(query: pairs(arguments))
    }

    static func pairs(_ arguments: String) -> [(String, String)] {
        arguments.split(separator: "&").map {
            let pair = $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(pair[0]), pair.count > 1 ? String(pair[1]) : "")
        }
    }

    @Test("begin where the clip begins, and end with it")
    func timeLine() throws {
        let (history, _) = try TransportClipTests.history("closed-gop.ts")
        let plan = try StoryboardPlan(Self.parse("last=3500ms&interval=1s"), from: history)
        let clip = try TransportClip(
            ClipRequest(window: .last(StreamDuration(milliseconds: 3_500))), of: TransportClipTests.channel,
            from: history)
        #expect(plan.start == clip.facts.start)
        #expect(abs((plan.duration - clip.facts.duration).milliseconds) < 2)
        let sheet = plan.sheet(of: (1_280, 720))
        #expect(sheet.width == 160 && sheet.height == 90)
        // 3.5 s with a picture every second: 0, 1, 2, 3.
        #expect(sheet.cueCount == 4 && sheet.sheetCount == 1)
        #expect(sheet.size == (640, 90))
        #expect(sheet.span(of: 3).end == plan.duration)
    }

    @Test("decode a random access point where there is one, and else the exact picture")
    func cells() throws {
        // The stream has one every second (25 pictures), as its README says.
        let (history, _) = try TransportClipTests.history("closed-gop.ts")
        let wide = try StoryboardPlan(Self.parse("from=-5&to=-1&interval=1s"), from: history)
        let wideCells = try SheetPlan(wide.sheet(of: (16, 9)), from: history).cells.compactMap(\.self)
        #expect(wideCells.count == 4)
        #expect(wideCells.allSatisfy { $0.entry == $0.target })
        let narrow = try StoryboardPlan(Self.parse("from=-5&to=-1&interval=200ms"), from: history)
        let sheet = narrow.sheet(of: (16, 9))
        let cells = try SheetPlan(sheet, from: history).cells
        #expect(cells.count == 20)
        var exact = 0
        for (cue, cell) in cells.enumerated() {
            let plan = try #require(cell)
            let span = sheet.span(of: cue)
            if plan.entry == plan.target, plan.time >= sheet.start + span.start {
                #expect(plan.time < sheet.start + span.end)
            } else {
                exact += 1
                let same = try PicturePlan(at: .absolute(sheet.start + span.start), in: history)
                #expect(plan.target == same.target)
            }
        }
        // Four of 20 stretches of five pictures hold one of the four random access points.
        #expect(exact == 16)
    }

    @Test("are bounded in number, whatever is asked")
    func bounds() throws {
        let (history, _) = try TransportClipTests.history("closed-gop.ts")
        let plan = try StoryboardPlan(Self.parse("last=24h&interval=40ms"), from: history)
        #expect(plan.sheet(of: (16, 9)).cueCount <= SheetRequest.cueLimit)
        let usual = try StoryboardPlan(Self.parse("last=24h"), from: history)
        #expect(usual.interval == StreamDuration(seconds: 1))
        for shape in [(1, 1), (1, 100_000), (100_000, 1), (16, 9)] {
            let sheet = plan.sheet(of: shape)
            #expect(StoryboardRequest.sideRange.contains(sheet.width))
            #expect(StoryboardRequest.sideRange.contains(sheet.height))
            #expect(sheet.width % 2 == 0 && sheet.height % 2 == 0)
            #expect(sheet.size.width <= 3_200 && sheet.size.height <= 3_200)
        }
    }

    @Test("name their sheets so that they are the same when asked for again")
    func names() throws {
        let (history, _) = try TransportClipTests.history("open-gop.ts")
        let plan = try StoryboardPlan(Self.parse("last=5s&interval=333ms&width=121"), from: history)
        let sheet = plan.sheet(of: (4, 3))
        let again = try SheetRequest(number: 0, query: Self.pairs(sheet.query))
        #expect(again == sheet)
        #expect(try SheetPlan(again, from: history) == SheetPlan(sheet, from: history))
    }

    @Test(
        "refuse sheets that make no sense",
        arguments: [
            "", "start=1767225600", "start=1767225600&duration=5", "start=1767225600&duration=5&interval=1",
            "start=1767225600&duration=5&interval=1&height=15", "start=1767225600&duration=5&interval=1&height=321",
            "start=1767225600&duration=5&interval=0&height=90", "start=1767225600&duration=5&interval=1ms&height=90",
            "start=1767225600&duration=24h&interval=40ms&height=90", "start=x&duration=5&interval=1&height=90",
            "start=1767225600&duration=-5&interval=1&height=90",
            "start=1767225600&duration=5&interval=1&height=90&width=9999999999999999999999",
        ])
    func refusals(_ arguments: String) {
        #expect(throws: ClipQueryError.self) { try SheetRequest(number: 0, query: Self.pairs(arguments)) }
    }

    @Test("have no sheet where nothing is kept")
    func nothing() throws {
        let (history, _) = try TransportClipTests.history("closed-gop.ts")
        let early = try SheetRequest(number: 0, query: Self.pairs("start=0&duration=5&interval=1&height=90"))
        #expect(throws: ClipFailure.past(oldest: try #require(history.oldest))) {
            try SheetPlan(early, from: history)
        }
        let query = Self.pairs("start=1767225600&duration=5&interval=1&height=90")
        let behind = try SheetRequest(number: 7, query: query)
        #expect(throws: ClipFailure.noPicture) { try SheetPlan(behind, from: history) }
    }

    @Test("become a track that is read by the rules of WebVTT")
    func track() throws {
        let query = Self.pairs("start=1767225600&duration=3725.5&interval=30&width=160&height=90")
        let sheet = try SheetRequest(number: 0, query: query)
        let cues = try VTTReader.cues(of: sheet.track { "storyboard/\($0).jpg?a=b&c=d" })
        // 3725.5 s every 30 s: 125 pictures, the last one for 5.5 s.
        #expect(cues.count == 125)
        #expect(cues.first?.start == 0 && cues.last?.end == 3_725_500)
        for (index, cue) in cues.enumerated() {
            #expect(cue.start == index * 30_000)
            #expect(index == 124 || cue.end == cue.start + 30_000)
            let place = index % 100
            #expect(
                cue.text
                    == "storyboard/\(index / 100).jpg?a=b&c=d#xywh=\(place % 10 * 160),\(place / 10 * 90),160,90")
        }
    }
}

/// Reads WebVTT as strictly as its grammar is (W3C WebVTT: The Web Video Text Tracks Format, section 4.1).
enum VTTReader {
    struct Cue: Equatable {
        /// Milliseconds.
        var start: Int
        var end: Int
        var text: String
    }

    struct Failure: Error { var line: String }

    static func cues(of text: String) throws -> [Cue] {
        guard text.hasPrefix("WEBVTT\n\n"), text.hasSuffix("\n"), !text.contains("\n\n\n"), !text.contains("\r") else {
            throw Failure(line: String(text.prefix(20)))
        }
        return try text.dropFirst(8).dropLast().split(separator: "\n\n", omittingEmptySubsequences: false).map {
            let lines = $0.split(separator: "\n", omittingEmptySubsequences: false)
            guard lines.count == 2, !lines[1].isEmpty, !lines[1].contains("-->"),
                let arrow = lines[0].firstRange(of: " --> "),
                let start = milliseconds(lines[0][..<arrow.lowerBound]),
                let end = milliseconds(lines[0][arrow.upperBound...]), end > start
            else { throw Failure(line: String(lines[0])) }
            return Cue(start: start, end: end, text: String(lines[1]))
        }
    }

    private static func milliseconds(_ timestamp: Substring) -> Int? {
        guard let parts = timestamp.wholeMatch(of: /([0-9]{2,}):([0-5][0-9]):([0-5][0-9])\.([0-9]{3})/)?.output,
            let hours = Int(parts.1), let minutes = Int(parts.2), let seconds = Int(parts.3), let rest = Int(parts.4)
        else { return nil }
        return ((hours * 60 + minutes) * 60 + seconds) * 1_000 + rest
    }
}
