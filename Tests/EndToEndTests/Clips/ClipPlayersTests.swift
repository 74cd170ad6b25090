import Foundation
import TestSupport
import Testing

/// Clips over HTTP before players of others; pictures carry their number (`PictureNumber`).
///
/// Which pictures a window has is looked at elsewhere; here ffmpeg's are the ones that others must show.
@Suite(
    "Clips before players of others",
    .enabled(if: ClipPlayers.arePresent, "needs FFmpeg, GStreamer, VLC and curl, which `make peers` installs"))
struct ClipPlayersTests {
    private static let run = Task { try await ClipPlayers.perform() }

    @Test("ffmpeg plays all three formats without a word", arguments: ClipPlayers.formats)
    func ffmpeg(_ format: String) async throws {
        let shown = try #require(try await Self.run.value.ffmpeg[format])
        #expect(shown.errors == "")
        // Two seconds of 25 pictures; what begins at a random access point has some before them, and may have some behind them
        // that those refer to, with holes between.
        #expect(format == "clip.mp4" ? shown.numbers.count == 50 : shown.numbers.count >= 50)
        let steps = zip(shown.numbers, shown.numbers.dropFirst()).map { $1 - $0 }
        #expect(steps.dropLast(format == "clip.mp4" ? 0 : 2).allSatisfy { $0 == 1 } && steps.allSatisfy { $0 > 0 })
    }

    @Test("GStreamer plays all three formats to their end", arguments: ClipPlayers.formats)
    func gstreamer(_ format: String) async throws {
        let end = try #require(try await Self.run.value.gstreamer[format])
        #expect(end.status == 0)
        #expect(end.errors == "")
    }

    @Test("VLC plays all three formats to their end", arguments: ClipPlayers.formats)
    func vlc(_ format: String) async throws {
        let end = try #require(try await Self.run.value.vlc[format])
        #expect(end.status == 0)
        // With one message for each thing that goes wrong.
        #expect(end.errors == "")
        #expect(end.pictures > 0)
    }

    @Test(
        "Chromium shows the first and the last picture that ffmpeg shows, and plays what is between",
        .enabled(if: Browser.isPresent, "there is no /usr/bin/chromium"))
    func chromium() async throws {
        let showings = try await Self.run.value.chromium
        #expect(showings.count == ClipPlayers.windows.count)
        for (name, showing) in showings {
            #expect(showing.browser.error == "", "\(name)")
            let numbers = showing.ffmpeg.numbers
            #expect(showing.ffmpeg.errors == "", "\(name)")
            // The first, the second, one in the middle and the last one, each sought at its middle.
            let wanted = [numbers[0], numbers[1], numbers[numbers.count / 2], numbers[numbers.count - 1]]
            #expect(showing.browser.sought == wanted, "\(name)")
            // It counts what is hidden behind the end, pictures that B pictures refer to, but does not show it.
            let excess = showing.browser.duration - Double(numbers.count) / 25
            #expect(excess > -1e-3 && excess < 0.121, "\(name)")
            #expect(Set(showing.browser.played).isSubset(of: Set(numbers)), "\(name): \(showing.browser.played)")
        }
    }

    @Test(
        "Chromium plays fragmented clips too", .enabled(if: Browser.isPresent, "there is no /usr/bin/chromium"))
    func chromiumFragmented() async throws {
        let showing = try #require(try await Self.run.value.fragmented)
        #expect(showing.error == "")
        #expect(!showing.played.isEmpty)
        let numbers = showing.played
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 } && !numbers.contains(-1))
    }

    @Test(
        "Chromium plays a transport stream as a segment of a playlist",
        .enabled(if: Browser.isPresent, "there is no /usr/bin/chromium"))
    func chromiumTransport() async throws {
        let run = try await Self.run.value
        guard let showing = run.listed else { return print("skipped: this Chromium plays no playlists by itself") }
        #expect(showing.error == "")
        let numbers = showing.played
        #expect(!numbers.isEmpty && Set(numbers).isSubset(of: Set(run.ffmpeg["clip.ts"]?.numbers ?? [])), "\(numbers)")
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 })
    }
}
