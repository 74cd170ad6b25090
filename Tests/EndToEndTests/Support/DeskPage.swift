import Foundation

/// The replay desk in a browser, as a person and a camera in front of the screen see it.
struct DeskPage {
    let browser: Browser

    /// What the page says of its player (`window.replayDesk.state`), reduced to what tests ask for.
    struct State: Decodable {
        var phase: String
        var message: String
        var isLive: Bool
        /// Seconds behind the live edge.
        var behind: Double?
        /// When the picture on the screen was sent, in milliseconds since 1970.
        var wallClock: Double?
        /// The oldest picture that is kept, likewise.
        var oldest: Double?

        /// Seconds of history before the picture on the screen.
        var reach: Double { ((wallClock ?? 0) - (oldest ?? wallClock ?? 0)) / 1000 }
    }

    /// Opens the page of the server at `address`, such as "http://127.0.0.1:8080", with the channel called `id`; without
    /// one, with the channel that the page chooses.
    init(_ browser: Browser, address: String, channel id: String? = nil) throws {
        self.browser = browser
        try browser.open(address + "/" + (id.map { "#" + $0 } ?? ""))
    }

    /// What the page says now.
    func state() throws -> State {
        try browser.evaluate("return window.replayDesk?.state ?? {phase: 'absent', message: '', isLive: false}")
    }

    /// Waits until the page says what `isWanted` asks for; nil when it has not done so in time.
    func wait(seconds: Double, until isWanted: (State) -> Bool) throws -> State? {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < deadline {
            let now = try state()
            if isWanted(now) { return now }
            Thread.sleep(forTimeInterval: 0.1)
        }
        return nil
    }
}
