import Foundation
import TestSupport

/// What somebody saw who sat down at the replay desk of the demo.
struct DeskSession: Sendable {
    struct Channel: Decodable, Sendable {
        var id: String
        var name: String
        var linkIndicator: Double?
        /// Messages and files have no such numbers.
        var lost: Int?
        var recovered: Int?
    }

    /// What the server told of the channels, and what the rows of the page say.
    struct List: Decodable, Sendable {
        var channels: [Channel]
        var rows: [String]
    }

    struct Clip: Decodable, Sendable {
        var status: Int
        var kind: String
        var length: Int
    }

    /// A still that the timeline showed under the pointer, and the picture on the screen then.
    struct Preview: Decodable, Sendable {
        /// The number in the still, and the stretch of time that it stands for, in milliseconds since 1970.
        var number: Int?
        var begin: Double
        var end: Double
        /// The number in the picture on the screen, and its instant.
        var shownNumber: Int?
        var shown: Double
        /// What the line under the still says.
        var caption: String
        /// The address of the page with every channel, and what it answers.
        var instant: String
        var status: Int
    }

    /// What the page says of a saved clip.
    struct Saved: Decodable, Sendable {
        var text: String
        /// The files that it links to.
        var names: [String]
        /// The clip itself, fetched.
        var status: Int
        var length: Int
    }

    /// Three seconds of Main Camera and of Sideline, from the first picture on.
    var mainCamera: [DeskWatch.Moment] = []
    var sideline: [DeskWatch.Moment] = []
    /// What the page said of its player behind each of them.
    var mainCameraState: DeskPage.State?
    var sidelineState: DeskPage.State?
    /// The list of channels, some seconds apart.
    var lists: [List] = []
    /// What the timeline showed in its middle.
    var preview: Preview?
    /// The link of the clip, fetched.
    var clip: Clip?
    /// What the page says once a clip was saved, and the clip as it is fetched from where it is kept.
    var saved: Saved?
    /// Pictures before “Back 20 s”, from the click on, and from the click on “Live” on.
    var before: [DeskWatch.Moment] = []
    var back: [DeskWatch.Moment] = []
    var backState: DeskPage.State?
    var live: [DeskWatch.Moment] = []
    var liveState: DeskPage.State?
    /// Exceptions and errors of the page.
    var complaints: [String] = []
    /// How the server ended.
    var status: Int32 = -1

    /// The session of this run of the tests; it takes most of a minute.
    static let shared = Task {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<DeskSession, any Error>) in
            // It mostly waits, and must not keep a thread from other tests meanwhile.
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        // Its own network: nothing else on this machine sends to the demo's groups, nor hears them.
                        try Namespace.enter()
                        try Namespace.ip("route add 224.0.0.0/4 dev lo")
                        do {
                            return try perform()
                        } catch Browser.Failure.silent {
                            // A machine that is busy with other things can starve a browser: one more chance.
                            return try perform()
                        }
                    })
            }
        }
    }

    private static func perform() throws -> DeskSession {
        let folder = FileManager.default.temporaryDirectory.appending(path: "desk-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try DeskServer(["--demo", "--data-dir", folder.path(), "--clip-floor", "0"])
        var session = DeskSession()
        do {
            let browser = try Browser()
            try session.look(DeskPage(browser, address: server.address), browser)
            session.complaints = browser.complaints
        }
        session.status = server.stop()
        return session
    }

    private mutating func look(_ page: DeskPage, _ browser: Browser) throws {
        guard try page.wait(seconds: 30, until: { $0.phase == "playing" }) != nil else {
            throw Browser.Failure.silent("desk")
        }
        let watch = try DeskWatch(browser)
        mainCamera = try Self.steadyPictures(watch)
        mainCameraState = try page.state()
        try note(browser)
        try choose("Sideline", page, browser)
        sideline = try Self.steadyPictures(watch)
        sidelineState = try page.state()
        clip = try fetchClip(browser)
        saved = try saveClip(browser)
        try choose("Main Camera", page, browser)
        _ = try page.wait(seconds: 45) { $0.reach > 20.5 && $0.phase == "playing" }
        try note(browser)
        preview = try browser.evaluate(Self.pointing)
        try goBackAndReturn(page, watch, browser)
        try photograph(browser)
    }

    private mutating func goBackAndReturn(_ page: DeskPage, _ watch: DeskWatch, _ browser: Browser) throws {
        before = try Self.steadyPictures(watch)
        try browser.click("back20")
        back = try watch.take(atMost: 25) { $0.landed.frames.isSteady(for: 1.5) }
        backState = try page.state()
        try browser.click("live")
        let usual = before.newest(0.4).lag
        live = try watch.take(atMost: 15) { moments in
            let newest = moments.landed.frames.newest(0.4)
            return newest.span >= 0.4 && abs(newest.lag - usual) < 2 / DemoLoop.rate
        }
        liveState = try page.state()
    }

    /// The first three seconds that play in real time: a machine that is busy with other things needs a while for that.
    private static func steadyPictures(_ watch: DeskWatch) throws -> [DeskWatch.Moment] {
        _ = try watch.take()
        return try watch.take(atMost: 25) { $0.frames.isSteady(for: 3) }.frames.newest(3)
    }

    /// Notes the list and the rows in one go, so that nothing comes between them.
    private mutating func note(_ browser: Browser) throws {
        lists.append(
            try browser.evaluate(
                """
                const rows = [...document.querySelectorAll('#channels button')];
                return { channels: window.replayDesk.channels, rows: rows.map((one) => one.getAttribute('aria-label')) };
                """))
    }

    /// Presses the row of a channel and waits until it plays.
    private func choose(_ name: String, _ page: DeskPage, _ browser: Browser) throws {
        let chosen: String = try browser.evaluate(
            """
            const row = [...document.querySelectorAll('#channels button')]
                .find((one) => one.querySelector('.name').textContent === '\(name)');
            row.click();
            return document.getElementById('title').textContent;
            """)
        guard chosen == name, try page.wait(seconds: 15, until: { $0.phase == "playing" }) != nil else {
            throw Browser.Failure.silent(name)
        }
    }

    private func fetchClip(_ browser: Browser) throws -> Clip {
        try browser.evaluate(
            """
            const answer = await fetch(document.getElementById('clip-last').href);
            const body = await answer.arrayBuffer();
            return { status: answer.status, kind: answer.headers.get('content-type'), length: body.byteLength };
            """)
    }

    /// Points at the middle of the timeline until a still is there, and reads it as `DeskWatch` reads the screen.
    private static let pointing = """
        const bar = document.getElementById('timeline');
        const box = bar.getBoundingClientRect();
        const middle = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, bubbles: true };
        for (let tries = 0; tries < 100 && window.replayDesk.preview === null; tries += 1) {
            bar.dispatchEvent(new PointerEvent('pointermove', middle));
            await new Promise((resolve) => { setTimeout(resolve, 100); });
        }
        const preview = window.replayDesk.preview;
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
        const sheet = new Image();
        sheet.src = preview.address;
        await sheet.decode();
        context.drawImage(sheet, preview.x, preview.y, preview.width, preview.height, 0, 0, 480, 270);
        const number = read();
        const state = window.replayDesk.state;
        const frame = new VideoFrame(window.replayDesk.video);
        const shown = state.wallClock - state.time * 1000 + frame.timestamp / 1000;
        context.drawImage(frame, 0, 0, 480, 270);
        frame.close();
        const shownNumber = read();
        const caption = bar.querySelector('figcaption').textContent;
        bar.dispatchEvent(new PointerEvent('pointerleave', middle));
        const instant = document.getElementById('at-shown').href;
        const status = (await fetch(instant, { headers: { accept: 'text/html' } })).status;
        return { number, begin: preview.begin, end: preview.end, shownNumber, shown, caption, instant, status };
        """

    /// Presses Save, waits until the page says what became of it, and fetches what was kept.
    private func saveClip(_ browser: Browser) throws -> Saved {
        try browser.click("save-last")
        for _ in 0..<200 {
            let saved: Saved = try browser.evaluate(
                """
                const status = document.getElementById('saved');
                const links = [...status.querySelectorAll('a')];
                const file = links.find((one) => one.textContent.startsWith('clip.'));
                const answer = file ? await fetch(file.href) : null;
                const body = await answer?.arrayBuffer();
                return { text: status.textContent, names: links.map((one) => one.textContent),
                    status: answer?.status ?? 0, length: body?.byteLength ?? 0 };
                """)
            if !saved.text.isEmpty, saved.text != "Saving …" { return saved }
            Thread.sleep(forTimeInterval: 0.05)
        }
        throw Browser.Failure.silent("save")
    }

    /// For people who want to see the page: `SVM_SCREENSHOTS` names a folder for pictures of it.
    private func photograph(_ browser: Browser) throws {
        guard let folder = ProcessInfo.processInfo.environment["SVM_SCREENSHOTS"] else { return }
        for (width, height) in [(1280, 900), (390, 844)] {
            let picture = try browser.screenshot(width: width, height: height)
            try picture.write(to: URL(filePath: folder).appending(path: "desk-\(width).png"))
        }
    }
}
