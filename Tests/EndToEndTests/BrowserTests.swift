import Foundation
import TestSupport
import Testing

/// The session that these tests look at is one for all: it plays, chooses, goes back and returns within one minute.
///
/// What is shown is read from the pictures: `Web/demo/README.md` says how they carry their number, 0 to 599, 25 a second.
@Suite(
    "The replay desk in Chromium",
    .enabled(if: Browser.isPresent, "there is no /usr/bin/chromium"),
    .enabled(if: Namespace.isPossible, "this needs the privilege to make a network"))
struct BrowserTests {
    private var session: DeskSession { get async throws { try await DeskSession.shared.value } }

    @Test("a channel plays live, every picture at its place")
    func plays() async throws {
        let session = try await session
        let frames = session.mainCamera
        #expect(frames.isSteady(for: 3))
        #expect(frames.misplaced.isEmpty)
        #expect(session.mainCameraState?.isLive == true && session.mainCameraState?.message == "")
    }

    @Test("Back 20 s shows the picture of 20 s ago, and plays on from there")
    func goesBack() async throws {
        let session = try await session
        let click = try #require(session.back.first { $0.what == "back20" })
        let seeked = try #require(session.back.first { $0.what == "seeked" })
        let frames = session.back.landed.frames
        let first = try #require(frames.first)
        // 20 s are 500 pictures. When the first ones were too short on the screen to be noted, time tells how many.
        let skipped = ((first.time - seeked.position) * DemoLoop.rate).rounded(.up)
        let moved = try #require(DemoLoop.pictures(from: click.number, to: first.number))
        #expect(abs(DemoLoop.centered(Double(moved) - skipped + 500)) <= 1)
        #expect(abs(seeked.position - click.position + 20) <= 2 / DemoLoop.rate)
        #expect((0...12).contains(skipped))
        #expect((session.before + frames).misplaced.isEmpty)
        #expect(frames.isSteady(for: 1.5))
        #expect(session.backState?.isLive == false && session.backState?.phase == "playing")
    }

    @Test("Live returns to the former distance from the live edge")
    func returns() async throws {
        let session = try await session
        let frames = session.live.landed.frames
        let newest = frames.newest(0.4)
        #expect(abs(newest.lag - session.before.newest(0.4).lag) * DemoLoop.rate <= 2)
        #expect((session.before + frames).misplaced.isEmpty)
        #expect(session.liveState?.isLive == true && session.liveState?.phase == "playing")
    }

    @Test("a lossy channel plays too, and its row tells what was lost")
    func showsLosses() async throws {
        let session = try await session
        let frames = session.sideline
        #expect(frames.isSteady(for: 3))
        // What could not be repaired may spoil pictures until the next group of 25 begins.
        #expect(frames.misplaced.count <= DemoLoop.group)
        #expect(session.sidelineState?.isLive == true)
        let lossy = session.lists.compactMap { $0.channels.first { $0.name == "Sideline" } }
        try #require(lossy.count == 2)
        let lost = lossy.compactMap(\.lost)
        try #require(lost.count == 2)
        #expect(lost[0] < lost[1] && lossy.allSatisfy { $0.linkIndicator != nil })
        for (lost, list) in zip(lost, session.lists) {
            let row = try #require(list.rows.first { $0.hasPrefix("Sideline") })
            #expect(row.contains(/link indicator [0-9]+ of 10/) && row.contains("lost \(lost)"))
        }
    }

    @Test("the link of a clip fetches a transport stream")
    func fetchesClip() async throws {
        let clip = try #require(try await session.clip)
        #expect(clip.status == 200 && clip.kind == "video/mp2t")
        #expect(clip.length > 0 && clip.length % 188 == 0)
    }

    @Test(
        "the timeline shows the still under the pointer, and the page leads to every channel at the picture's instant")
    func pointsAtStills() async throws {
        let preview = try #require(try await session.preview)
        let pictures = try #require(DemoLoop.pictures(from: preview.shownNumber, to: preview.number))
        // A still is one of the pictures of its stretch of time; a picture lasts 40 ms, and the page's times are rounded to
        // milliseconds. Numbers begin anew with each loop.
        let (first, end) = ((preview.begin - preview.shown) / 40 - 1.5, (preview.end - preview.shown) / 40 + 1.5)
        let loop = Double(DemoLoop.round)
        let behind = (Double(pictures) - first).truncatingRemainder(dividingBy: loop)
        #expect((behind < 0 ? behind + loop : behind) <= end - first, "\(preview)")
        #expect(preview.caption.wholeMatch(of: /[0-9]{2}:[0-9]{2}:[0-9]{2}/) != nil)
        #expect(preview.instant.contains("/at/20") && preview.status == 200)
    }

    @Test("Save keeps a clip on the server, and the page links to its files")
    func savesClip() async throws {
        let saved = try #require(try await session.saved)
        #expect(saved.text.hasPrefix("Saved: "), "\(saved.text)")
        #expect(saved.names.contains("report.json") && saved.names.contains { $0.hasPrefix("clip.") })
        #expect(saved.status == 200 && saved.length > 10_000)
    }

    @Test("the page has nothing to complain of, and the server ends well")
    func staysQuiet() async throws {
        let session = try await session
        // Before a channel's first segments its playlist answers 503: the page says that it waits, and the browser logs it.
        #expect(session.complaints.filter { !$0.hasSuffix(".m3u8") || !$0.contains("status of 503") } == [])
        #expect(session.status == 0)
    }
}
