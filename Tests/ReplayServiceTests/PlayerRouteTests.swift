import Foundation
import HTTPServing
import PacketIO
import Testing

@testable import ReplayService

@Suite("Routes of players")
struct PlayerRouteTests {
    /// A clock that stands still until it is moved.
    private final class Hand: Sendable {
        private let hand = Guarded(ContinuousClock.now)
        var now: ContinuousClock.Instant { hand.withLock { $0 } }
        func move(_ duration: Duration) { hand.withLock { $0 += duration } }
    }

    private let clock = Hand()
    private let service: ReplayService

    init() throws {
        var options = ReplayOptions()
        options.now = { [clock] in clock.now }
        service = try ServedSample(options).service
    }

    private func post(_ target: String, _ body: String = "{}") throws -> Response {
        try service.get(
            target, method: .post, headers: [Header("Content-Type", "application/json")], body: Array(body.utf8))
    }

    private func make(_ body: String = "{}") throws -> String {
        let made = try post("/api/v1/players", body)
        #expect(made.status == 201)
        return try #require(made.header("Location"))
    }

    @Test("a player is made, shown, and removed")
    func lives() throws {
        let made = try post("/api/v1/players")
        #expect(made.status == 201)
        let location = try #require(made.header("Location"))
        let id = try #require(made.object["id"] as? String)
        #expect(location == "/api/v1/players/\(id)" && id.wholeMatch(of: #/[0-9a-f]{32}/#) != nil)
        let state = try service.get(location)
        // Interfaces, "Shapes of the small answers".
        let keys = [
            "id", "channel", "offsetMs", "depthMs", "isOpen", "isPlaying", "isVisible", "isAppActive",
            "isBackgroundPlaybackAllowed", "state",
        ]
        #expect(Set(keys).isSubset(of: state.object.keys))
        #expect(state.object["channel"] is NSNull && state.object["state"] is NSNull)
        #expect(state.object["isOpen"] as? Bool == false && state.object["isVisible"] as? Bool == true)
        #expect(try service.get(location, method: .delete).status == 204)
        #expect(try service.get(location).status == 404)
        #expect(try service.get(location, method: .delete).status == 404)
    }

    @Test("ids are never the same, and are not told by events")
    func ids() throws {
        let ids = try (0..<8).map { _ in try make() }
        #expect(Set(ids).count == 8)
    }

    @Test("there is a bounded number, and one that is removed or expires makes room")
    func crowd() throws {
        let first = try make()
        for _ in 1..<ServedPlayers.limit { _ = try make() }
        let refused = try post("/api/v1/players")
        #expect(refused.status == 503 && refused.header("Retry-After") != nil)
        #expect(try service.get(first, method: .delete).status == 204)
        _ = try make()
        #expect(try post("/api/v1/players").status == 503)
        clock.move(ServedPlayers.patience)
        _ = try make()
        #expect(service.players.count == 1)
    }

    @Test("a player that nobody uses expires, and any use keeps it")
    func expires() throws {
        let (used, unused) = (try make(), try make())
        for _ in 0..<3 {
            clock.move(ServedPlayers.patience - .seconds(1))
            _ = try post(used + "/playLive")
        }
        #expect(try service.get(used).status == 200)
        #expect(try service.get(unused).status == 404)
        clock.move(ServedPlayers.patience)
        service.players.expire()
        #expect(service.players.count == 0)
    }

    @Test("reading its stream keeps a player")
    func readingIsUse() throws {
        let location = try make()
        let id = String(location.suffix(32))
        let stream = try #require(service.players.use(id)?.stream.open())
        for _ in 0..<5 {
            clock.move(ServedPlayers.patience)
            service.players.expire()
        }
        #expect(try service.get(location).status == 200)
        clock.move(ServedPlayers.patience * 2)
        #expect(try service.get(location).status == 200)
        #expect(try service.get(location, method: .delete).status == 204)
        #expect(stream.write([1]) == .closed)
    }

    struct Refused: CustomTestStringConvertible {
        var path: String
        var body = "{}"
        var status: Int
        var testDescription: String { "\(path) \(body)" }
    }

    @Test(
        "what cannot be meant is refused with its key",
        arguments: [
            Refused(path: "/playVideoChannel", status: 422),
            Refused(path: "/playVideoChannel", body: #"{"channel":7}"#, status: 422),
            Refused(path: "/playVideoChannel", body: #"{"channel":""}"#, status: 422),
            Refused(path: "/playVideoChannel", body: #"{"channel":"nobody"}"#, status: 404),
            Refused(path: "/playVideoChannel", body: "[]", status: 400),
            Refused(path: "/seekRelative", status: 422), Refused(path: "/seekAbsolute", status: 422),
            Refused(path: "/seekAbsolute", body: #"{"durationMs":-1}"#, status: 422),
            Refused(path: "/seekAbsolute", body: #"{"durationMs":1e30}"#, status: 422),
            Refused(path: "/rewindForDuration", body: #"{"durationMs":"20000"}"#, status: 422),
            Refused(path: "/allowPlaybackWhenViewDisappears", body: #"{"isAllowed":1}"#, status: 422),
            Refused(path: "/visibility", body: #"{"isVisible":"yes"}"#, status: 422),
            // SDK semantics 3.13: no open player is no success.
            Refused(path: "/seekRelative", body: #"{"durationMs":-20000}"#, status: 409),
            Refused(path: "/seekAbsolute", body: #"{"durationMs":0}"#, status: 409),
            Refused(path: "/rewindForDuration", body: #"{"durationMs":-20000}"#, status: 409),
            Refused(path: "/playLive", status: 409),
        ])
    func refuses(_ example: Refused) throws {
        let answer = try post(try make() + example.path, example.body)
        #expect(answer.status == example.status)
        #expect(answer.object["status"] as? String == "error" && (answer.object["error"] as? String ?? "").count > 10)
    }

    @Test("the stream of a player that plays nothing is refused, and of nobody is not found")
    func noStream() throws {
        #expect(try service.get(try make() + "/stream.ts").status == 409)
        #expect(try service.get("/api/v1/players/0123/stream.ts").status == 404)
    }

    @Test("who sends no JSON, or comes from a page of others, changes nothing")
    func guards() throws {
        let form = try service.get("/api/v1/players", method: .post, body: Array("{}".utf8))
        #expect(form.status == 415)
        let page = try service.get(
            "/api/v1/players", method: .post,
            headers: [Header("Content-Type", "application/json"), Header("Origin", "https://example.com")])
        #expect(page.status == 403)
        #expect(service.players.count == 0)
        let refused = try service.get("/api/v1/players")
        #expect(refused.status == 405 && refused.header("Allow") == "POST, OPTIONS")
        let location = try make()
        #expect(try post(location).header("Allow") == "GET, HEAD, DELETE, OPTIONS")
        #expect(try service.get(location + "/stop", method: .put).status == 405)
    }

    @Test("view and app are said by whoever has them")
    func flags() throws {
        let location = try make()
        let hidden = try post(location + "/visibility", #"{"isVisible":false,"isAppActive":false}"#)
        #expect(hidden.object["isVisible"] as? Bool == false && hidden.object["isAppActive"] as? Bool == false)
        let allowed = try post(location + "/allowPlaybackWhenViewDisappears", #"{"isAllowed":true}"#)
        #expect(allowed.object["isBackgroundPlaybackAllowed"] as? Bool == true)
        #expect(allowed.object["isVisible"] as? Bool == false)
    }
}
