import Foundation
import TestSupport

/// What somebody saw who used the server from its first second on: with nothing announced, with the sample venue, with a
/// player, and across a restart.
struct ServedSession: Sendable {
    /// The banner and the venue as the page shows them, and what it holds of the service's state.
    struct Look: Decodable, Sendable {
        var banner: String
        var venue: String
        var state: String
        var reasons: [String]
    }

    /// The statistics as the overlay shows them.
    struct Overlay: Decodable, Sendable {
        var isShown: Bool
        var isExpanded: String
        var names: [String]
        var values: [String]
        /// How wide the page is in a window of 390 pixels.
        var width: Double
    }

    struct Player: Decodable, Sendable {
        var id: String
        var channel: String?
        var offsetMs: Int
        var depthMs: Int
        var isOpen: Bool
        var state: String?
    }

    var before: Look?
    var during: Look?
    var after: Look?
    var overlay: Overlay?
    var closed: Overlay?
    var complaints: [String] = []
    /// The player after playing, seeking back 6 s, and returning.
    var players: [Player] = []
    /// The numbers of the pictures of its stream, read by ffmpeg over a seek, and how long ffmpeg took.
    var numbers: [Int?] = []
    var seconds = 0.0
    /// What a reader of events got, and what it got when it came again to the same and to another run of the server.
    var events = ""
    var resumed = ""
    var restarted = ""
    var status: Int32 = -1

    /// The session of this run of the tests; it takes about a minute.
    static let shared = Task {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<ServedSession, any Error>) in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        try Namespace.enter()
                        try Namespace.ip("route add 224.0.0.0/4 dev lo")
                        var session = ServedSession()
                        try session.perform()
                        return session
                    })
            }
        }
    }

    private mutating func perform() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "served-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try DeskServer(["--interface", "lo"])
        let client = ServedClient(server.address, folder)
        let browser = Browser.isPresent ? try Browser() : nil
        try browser?.open(server.address + "/")
        before = try browser.map { try Self.look($0) { $0.state == "down" } }
        let sender = try ChildProgram([
            DeskServer.tool("svmstreamer"), "--venue", DeskServer.project + "Samples/venue/venue.json",
        ])
        during = try browser.map { try Self.look($0) { $0.state == "up" && $0.venue.hasSuffix("INSIDE") } }
        if let browser { try readOverlay(browser) }
        try usePlayer(client)
        events = try client.events("types=videoChannelList,serviceState,venueConnection,playerState", seconds: 2)
        let last = events.matches(of: /id: ([0-9.]+)\n/).last.map { String($0.1) } ?? ""
        resumed = try client.events("types=videoChannelList,serviceState", after: last, seconds: 2)
        _ = sender.stop()
        after = try browser.map { try Self.look($0) { $0.state == "down" } }
        complaints = browser?.complaints ?? []
        status = server.stop()
        let again = try DeskServer(["--interface", "lo"])
        restarted = try ServedClient(again.address, folder).events(
            "types=videoChannelList,serviceState", after: last, seconds: 2)
    }

    /// What the page shows once it shows what is wanted, or after some seconds.
    private static func look(_ browser: Browser, until isWanted: (Look) -> Bool) throws -> Look {
        var look = Look(banner: "", venue: "", state: "", reasons: [])
        for _ in 0..<300 where !isWanted(look) {
            Thread.sleep(forTimeInterval: 0.1)
            look = try browser.evaluate(
                """
                const text = (id) => document.getElementById(id)?.textContent ?? '';
                const state = window.replayDesk?.service;
                return { banner: text('banner'), venue: text('venue'), state: state?.state ?? '', reasons: state?.reasons ?? [] };
                """)
        }
        return look
    }

    private mutating func readOverlay(_ browser: Browser) throws {
        let script = """
            const overlay = document.getElementById('stats');
            const cells = (name) => [...overlay.querySelectorAll(name)].map((cell) => cell.textContent);
            return {
              isShown: overlay.checkVisibility(), names: cells('tbody th'), values: cells('tbody td'),
              isExpanded: document.getElementById('stats-button').getAttribute('aria-expanded'),
              width: document.documentElement.scrollWidth,
            };
            """
        try browser.click("stats-button")
        _ = try browser.screenshot(width: 390, height: 844)
        var seen: Overlay?
        for _ in 0..<100 where (seen?.names.count ?? 0) < 25 {
            Thread.sleep(forTimeInterval: 0.1)
            seen = try browser.evaluate(script)
        }
        overlay = seen
        if let folder = ProcessInfo.processInfo.environment["SVM_SCREENSHOTS"] {
            for (width, height) in [(1280, 900), (390, 844)] {
                try browser.screenshot(width: width, height: height).write(
                    to: URL(filePath: folder).appending(path: "service-\(width).png"))
            }
        }
        let press = "document.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true }));"
        closed = try browser.evaluate(press + script)
    }

    /// Plays, goes back six seconds, reads pictures over another step back of four seconds, returns to live.
    private mutating func usePlayer(_ client: ServedClient) throws {
        players.append(try client.post("/api/v1/players", #"{"channel":"Main Camera"}"#))
        let path = "/api/v1/players/\(players[0].id)"
        for _ in 0..<300 where (players.last?.depthMs ?? 0) < 12_000 {
            Thread.sleep(forTimeInterval: 0.1)
            players = [try client.get(path)]
        }
        players.append(try client.post(path + "/seekAbsolute", #"{"durationMs":6000}"#))
        let start = ContinuousClock.now
        let reader = try client.read(path + "/stream.ts", seconds: 6)
        Thread.sleep(forTimeInterval: 3)
        players.append(try client.post(path + "/seekRelative", #"{"durationMs":-4000}"#))
        numbers = try reader.numbers()
        seconds = (ContinuousClock.now - start) / .seconds(1)
        players.append(try client.post(path + "/playLive", "{}"))
    }
}
