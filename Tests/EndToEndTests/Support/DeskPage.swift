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
    }

    /// Opens the page of the server at `address`, such as "http://127.0.0.1:8080", with the channel called `id`.
    init(_ browser: Browser, address: String, channel id: String) throws {
        self.browser = browser
        try browser.open(address + "/#" + id)
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

    /// The number that is drawn in the cells at the top of the next picture that is shown; nil when there is none.
    ///
    /// Also while the player is paused: then it is the picture on the screen.
    func number() throws -> Int? {
        let found: Int = try browser.evaluate(
            """
            const video = window.replayDesk.video;
            if (!video.paused) {
                await new Promise((done) => { video.requestVideoFrameCallback(done); setTimeout(done, 2000); });
            }
            const canvas = document.createElement('canvas');
            canvas.width = 480;
            canvas.height = 270;
            const context = canvas.getContext('2d', { willReadFrequently: true });
            context.drawImage(video, 0, 0, 480, 270);
            const light = (cell) => {
                const data = context.getImageData(24 + 24 * cell + 8, 16, 8, 8).data;
                let sum = 0;
                for (let place = 0; place < data.length; place += 4) sum += data[place] + data[place + 1] + data[place + 2];
                return sum / (data.length / 4) / 3;
            };
            const white = light(0);
            const black = light(17);
            if (white - black < 64) return -1;
            let number = 0;
            for (let cell = 1; cell <= 16; cell += 1) number = number * 2 + (light(cell) > (white + black) / 2 ? 1 : 0);
            return number;
            """)
        return found < 0 ? nil : found
    }

    /// Presses a button of the page by its name.
    func press(_ name: String) throws {
        let isThere: Bool = try browser.evaluate(
            """
            const button = [...document.querySelectorAll('button')].find((one) => one.textContent === '\(name)');
            button?.click();
            return button !== undefined && !button.disabled;
            """)
        guard isThere else { throw Browser.Failure.refused("no button “\(name)”") }
    }

    /// Waits until the picture that was asked for is on the screen.
    func settle() throws -> State? { try wait(seconds: 10) { $0.phase == "paused" || $0.phase == "playing" } }
}
