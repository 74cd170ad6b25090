import Foundation
import TestSupport
import Testing

/// The server, a venue that comes and goes, a page, a player and a reader of events, as one session of about a minute.
@Suite(
    "The server as a device's session",
    .enabled(if: Namespace.isPossible, "this needs the privilege to make a network"))
struct ServedSessionTests {
    private var session: ServedSession { get async throws { try await ServedSession.shared.value } }

    @Test(
        "A8: the page shows that no channel is announced, then that the service is up, and down again",
        .enabled(if: Browser.isPresent, "there is no /usr/bin/chromium"))
    func banner() async throws {
        let session = try await session
        let before = try #require(session.before)
        #expect(before.state == "down" && before.reasons == ["noChannels"])
        #expect(before.banner == "Service down: no channel is announced" && before.venue == "Venue: OUTSIDE")
        let during = try #require(session.during)
        #expect(during.banner == "Service up" && during.venue == "Venue: INSIDE" && during.reasons.isEmpty)
        let after = try #require(session.after)
        #expect(after.reasons == ["noChannels"] && after.banner.hasPrefix("Service down"))
        #expect(session.complaints.filter { !$0.contains(".m3u8") } == [])
    }

    @Test(
        "A3: the overlay shows the 25 statistics, opens by button and closes by key, and fits a phone",
        .enabled(if: Browser.isPresent, "there is no /usr/bin/chromium"))
    func overlay() async throws {
        let overlay = try #require(try await session.overlay)
        #expect(overlay.isShown && overlay.isExpanded == "true")
        #expect(overlay.names.count == 25 && Set(overlay.names).count == 25)
        // Three of the guide's Table 2-20.
        #expect(Set(["session_link_indicator", "announcementsReceived", "window_no_loss"]).isSubset(of: overlay.names))
        let received = overlay.names.firstIndex(of: "announcementsReceived").map { overlay.values[$0] }
        #expect((received.flatMap { Int($0) } ?? 0) > 0)
        #expect(overlay.width <= 390)
        let closed = try #require(try await session.closed)
        #expect(!closed.isShown && closed.isExpanded == "false")
    }

    @Test("V3, V4, V6: a player over HTTP seeks within the history and returns to live")
    func player() async throws {
        let players = try await session.players
        try #require(players.count == 4)
        #expect(players[0].isOpen && players[0].channel == "Main Camera" && players[0].depthMs >= 12_000)
        #expect(abs(players[1].offsetMs - 6_000) <= 100)
        #expect(abs(players[2].offsetMs - 10_000) <= 100 && players[2].state == "rewind")
        #expect(players[3].offsetMs == 0 && players[3].state == "live")
    }

    @Test("D10: its stream is paced, goes on across a seek, and shows every picture of before and behind it")
    func stream() async throws {
        let session = try await session
        let numbers = session.numbers
        #expect(numbers.count == 150)
        // From the first picture to the last in as long as they last, but for the start and what is sent at once.
        #expect(session.seconds > 3.5 && session.seconds < 25)
        let breaks = PictureNumbers.breaks(numbers)
        try #require(breaks.count == 1, "\(numbers)")
        let place = breaks[0]
        let (last, next) = (try #require(numbers[place - 1]), try #require(numbers[place]))
        // Four seconds are a hundred pictures; behind the seek it begins at a random access point, one in 25 pictures.
        let step = (last + 1 - next + 2 * PictureNumbers.round) % PictureNumbers.round
        #expect((99...126).contains(step), "\(last) \(next)")
    }

    @Test("events begin with how things stand, and go on where a reader was")
    func events() async throws {
        let session = try await session
        #expect(session.events.contains("event: videoChannelList\ndata: {\"channels\":[{"))
        #expect(session.events.contains("event: serviceState\ndata: {\"state\":\"up\",\"reasons\":[],\"bitmap\":0}"))
        #expect(session.events.contains("event: venueConnection\ndata: {\"connected\":true}"))
        #expect(!session.resumed.contains("event:") && session.resumed.contains("retry:"))
    }

    @Test("events of another run of the server begin anew")
    func restart() async throws {
        let session = try await session
        #expect(session.status == 0)
        #expect(session.restarted.contains("event: videoChannelList\ndata: {\"channels\":[]}"))
        #expect(session.restarted.contains("\"reasons\":[\"noChannels\"]"))
        let epochs = [session.events, session.restarted].map {
            $0.firstMatch(of: /id: ([0-9]+)\./).map { String($0.1) }
        }
        #expect(epochs[0] != nil && epochs[1] != nil && epochs[0] != epochs[1])
    }
}
