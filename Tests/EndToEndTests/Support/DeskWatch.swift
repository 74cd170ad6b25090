import Foundation

/// Somebody in front of the screen who notes every picture with its number, and what was pressed between them.
///
/// A `VideoFrame` of the element carries its pixels and its time together, so that a picture which is replaced while it is
/// being read cannot be taken for another one.
struct DeskWatch {
    /// Something that was seen.
    struct Moment: Decodable, Sendable {
        /// "frame", "seeked" or the id of a button that was clicked.
        var what: String
        /// The page's clock, in seconds.
        var at: Double
        /// The time of the picture on the screen on the element's time line, in seconds.
        var time: Double
        /// The number in that picture.
        var number: Int?
        /// Where the element says that it plays, in seconds.
        var position: Double
    }

    let browser: Browser

    /// Begins to note.
    init(_ browser: Browser) throws {
        self.browser = browser
        let isWatching: Bool = try browser.evaluate(Self.script)
        guard isWatching else { throw Browser.Failure.refused("nothing to watch") }
    }

    /// Everything since the last call.
    func take() throws -> [Moment] { try browser.evaluate("return window.moments.splice(0);") }

    /// Everything until `isEnough`, but for no longer than `seconds`.
    func take(atMost seconds: Double, until isEnough: ([Moment]) -> Bool) throws -> [Moment] {
        let deadline = ContinuousClock.now + .seconds(seconds)
        var moments: [Moment] = []
        while ContinuousClock.now < deadline, !isEnough(moments) {
            Thread.sleep(forTimeInterval: 0.1)
            moments += try take()
        }
        return moments
    }

    /// The cells are those of `Web/demo/README.md`.
    private static let script = """
        const video = window.replayDesk.video;
        const canvas = document.createElement('canvas');
        canvas.width = 480;
        canvas.height = 270;
        const context = canvas.getContext('2d', { willReadFrequently: true });
        const read = () => {
            const cells = context.getImageData(0, 20, 480, 1).data;
            const light = (cell) => cells[4 * (24 + 24 * cell + 12) + 1];
            const [white, black] = [light(0), light(17)];
            if (white - black < 64) return null;
            let number = 0;
            for (let cell = 1; cell <= 16; cell += 1) number = number * 2 + (light(cell) > (white + black) / 2 ? 1 : 0);
            return number;
        };
        const note = (what) => {
            const moment = { what, at: performance.now() / 1000, time: -1, number: null, position: video.currentTime };
            if (video.readyState >= 2) {
                try {
                    const frame = new VideoFrame(video);
                    moment.time = frame.timestamp / 1e6;
                    context.drawImage(frame, 0, 0, 480, 270);
                    frame.close();
                    moment.number = read();
                } catch { /* The picture went away meanwhile: a moment without a number. */ }
            }
            window.moments.push(moment);
        };
        const follow = () => { note('frame'); video.requestVideoFrameCallback(follow); };
        window.moments = [];
        video.requestVideoFrameCallback(follow);
        video.addEventListener('seeked', () => note('seeked'));
        window.addEventListener('click', (event) => note(event.target.id), { capture: true });
        return true;
        """
}

extension [DeskWatch.Moment] {
    /// The pictures that have a number.
    var frames: Self { filter { $0.what == "frame" && $0.number != nil } }

    /// Seconds of the page's clock from the first to the last one.
    var span: Double { (last?.at ?? 0) - (first?.at ?? 0) }

    /// How many pictures a second the numbers rose by; 0 when they never did, or for less than a picture.
    var rate: Double {
        guard let first, let last, span > 0 else { return 0 }
        return Double(DemoLoop.pictures(from: first.number, to: last.number) ?? 0) / span
    }

    /// The end of it that lasts `seconds` at least; everything when there is less.
    func newest(_ seconds: Double) -> Self {
        guard let last, let start = lastIndex(where: { $0.at <= last.at - seconds }) else { return self }
        return Self(self[start...])
    }

    /// Whether it lasts `seconds`, during which the numbers rose in real time: ± 3 a second, for which playing a little
    /// faster to catch up has room.
    func isSteady(for seconds: Double) -> Bool {
        let newest = newest(seconds)
        return newest.span >= seconds && abs(newest.rate - DemoLoop.rate) <= 3
    }

    /// What was noted from the end of the first seek on.
    var landed: Self { Self(drop { $0.what != "seeked" }) }

    /// Pictures that are not where the first one and their time say they should be, by half a picture or more.
    var misplaced: Self {
        filter { moment in
            guard let first, let between = DemoLoop.pictures(from: first.number, to: moment.number) else { return true }
            let expected = (moment.time - first.time) * DemoLoop.rate
            return abs(DemoLoop.centered(Double(between) - expected)) >= 0.5
        }
    }

    /// How far the picture is behind the page's clock, in seconds: the middle one of all.
    var lag: Double {
        let lags = map { $0.at - $0.time }.sorted()
        return lags.isEmpty ? .nan : lags[lags.count / 2]
    }
}

/// The loops of the demo, as `Web/demo/README.md` describes them.
enum DemoLoop {
    /// Pictures of one round.
    static let round = 600
    /// Pictures from one that needs no other to the next.
    static let group = 25
    /// Pictures a second.
    static let rate = 25.0

    /// Pictures from one number to another one, forwards: 0...599.
    static func pictures(from first: Int?, to second: Int?) -> Int? {
        guard let first, let second else { return nil }
        return ((second - first) % round + round) % round
    }

    /// A difference of numbers, as -300 to 300.
    static func centered(_ difference: Double) -> Double { difference.remainder(dividingBy: Double(round)) }
}
