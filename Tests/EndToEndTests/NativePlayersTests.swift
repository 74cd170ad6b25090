import TestSupport
import Testing

/// What a Streamer sends, played by programs that know nothing of its windows, trailers and announcements in JSON.
///
/// The pictures are those that FFmpeg decodes from the file that is sent; each is known by its MD5.
@Suite(
    "A Streamer before players of others",
    .enabled(if: NativePlayers.arePresent, "needs FFmpeg, GStreamer and VLC, which `make peers` installs"),
    .enabled(if: Namespace.isPossible, "this process may not make network namespaces"))
struct NativePlayersTests {
    private static let run = Task { try await NativePlayers.perform() }

    @Test("sends a loop of which every picture is known by its sum")
    func tellsPictures() async throws {
        let sent = try await Self.run.value.sent
        #expect(sent.count == PictureNumbers.round)
        #expect(sent.distinct == PictureNumbers.round)
    }

    @Test(
        "plays from its own description, every picture right and in its turn, without an error",
        arguments: NativePlayers.Player.allCases)
    func plays(_ player: NativePlayers.Player) async throws {
        let showing = try #require(try await Self.run.value.showings[player])
        #expect(showing.status == 0)
        #expect(showing.complaints == "")
        #expect(showing.pictures.count == NativePlayers.pictures, "\(showing.log.prefix(2_000))")
        #expect(PictureNumbers.breaks(showing.pictures) == [])
        let first = try #require(showing.pictures.first ?? nil)
        #expect(first % NativePlayers.group == 0)
    }
}
