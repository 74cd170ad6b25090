import Foundation
import TestSupport

/// A headless Chromium with one page, driven over the DevTools protocol's pipe: no port, no other library, and the pages
/// under test need no code for it.
///
/// It belongs to one test at a time.
final class Browser {
    /// Whether there is one; when not, the tests that need it are skipped.
    static let isPresent = FileManager.default.isExecutableFile(atPath: path)
    private static let path = "/usr/bin/chromium"

    enum Failure: Error { case noPipe(Int32), silent(String), refused(String) }

    private let program: ChildProgram
    private let folder: URL
    private let commands: Int32
    private let answers: Int32
    private var received: [UInt8] = []
    private var number = 0
    private var session: String?
    /// What the page complained of: exceptions that nobody caught, and errors that it logged.
    private(set) var complaints: [String] = []

    /// Starts a browser with an empty page.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (toBrowser, fromBrowser) = (folder.path() + "/commands", folder.path() + "/answers")
        guard mkfifo(toBrowser, 0o600) == 0, mkfifo(fromBrowser, 0o600) == 0 else { throw Failure.noPipe(errno) }
        // Open for both directions: neither side waits for the other one, and neither gets a SIGPIPE.
        commands = Glibc.open(toBrowser, O_RDWR | O_CLOEXEC)
        answers = Glibc.open(fromBrowser, O_RDWR | O_CLOEXEC)
        guard commands >= 0, answers >= 0 else { throw Failure.noPipe(errno) }
        // Chromium reads commands from descriptor 3 and writes answers to 4.
        let script = "commands=$1 answers=$2; shift 2; exec \"$@\" 3<\"$commands\" 4>\"$answers\""
        program = try ChildProgram(
            ["/bin/sh", "-c", script, "sh", toBrowser, fromBrowser, Self.path] + Self.options
                + ["--user-data-dir=" + folder.path() + "/profile", "about:blank"])
        let target = try call("Target.createTarget", ["url": "about:blank"])["targetId"] as? String ?? ""
        session = try call("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"] as? String
        for domain in ["Runtime", "Page", "Log"] { _ = try call(domain + ".enable") }
    }

    deinit {
        // Asked to close, it ends its helpers too; otherwise they may still write when the folder goes.
        if (try? call("Browser.close", within: 5)) != nil { program.wait(seconds: 5) }
        _ = program.stop()
        Glibc.close(commands)
        Glibc.close(answers)
        for _ in 0..<20 {
            try? FileManager.default.removeItem(at: folder)
            if !FileManager.default.fileExists(atPath: folder.path()) { break }
            Thread.sleep(forTimeInterval: 0.05)
        }
    }

    private static let options = [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--disable-breakpad",
        "--autoplay-policy=no-user-gesture-required", "--remote-debugging-pipe", "--window-size=1280,900",
    ]

    /// Goes to a page.
    func open(_ address: String) throws { _ = try call("Page.navigate", ["url": address]) }

    /// Runs `script`, the body of an asynchronous function, in the page and decodes what it returns.
    func evaluate<Value: Decodable>(_ script: String, as type: Value.Type = Value.self, within seconds: Double = 20)
        throws
        -> Value
    {
        let answer = try call(
            "Runtime.evaluate",
            [
                "expression": "(async () => JSON.stringify([await (async () => { \(script) })()]))()",
                "awaitPromise": true, "returnByValue": true,
            ], within: seconds)
        let result = answer["result"] as? [String: Any]
        guard answer["exceptionDetails"] == nil, let text = result?["value"] as? String else {
            throw Failure.refused("\(answer)")
        }
        let values = try JSONDecoder().decode([Value].self, from: Data(text.utf8))
        guard let value = values.first else { throw Failure.refused(text) }
        return value
    }

    /// Presses the left button of the mouse in the middle of the element with `id`, as a person does: what lies over it
    /// would get the click.
    func click(_ id: String) throws {
        let middle: [Double] = try evaluate(
            """
            const element = document.getElementById('\(id)');
            element.scrollIntoView({ block: 'nearest' });
            const box = element.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
            """)
        for kind in ["mousePressed", "mouseReleased"] {
            _ = try call(
                "Input.dispatchMouseEvent",
                ["type": kind, "x": middle[0], "y": middle[1], "button": "left", "clickCount": 1])
        }
    }

    /// A picture of the whole page (PNG) in a window of so many pixels; a narrow one is a phone's.
    func screenshot(width: Int, height: Int) throws -> Data {
        _ = try call(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600])
        let size = try call("Page.getLayoutMetrics")["cssContentSize"] as? [String: Any] ?? [:]
        let clip = size.merging(["x": 0, "y": 0, "scale": 1]) { $1 }
        let answer = try call(
            "Page.captureScreenshot", ["format": "png", "captureBeyondViewport": true, "clip": clip])
        guard let data = (answer["data"] as? String).flatMap({ Data(base64Encoded: $0) }) else {
            throw Failure.refused("no screenshot")
        }
        return data
    }

    private func call(_ method: String, _ parameters: [String: Any] = [:], within seconds: Double = 20) throws
        -> [String: Any]
    {
        number += 1
        var message: [String: Any] = ["id": number, "method": method, "params": parameters]
        if let session, !method.hasPrefix("Target."), !method.hasPrefix("Browser.") { message["sessionId"] = session }
        try write([UInt8](try JSONSerialization.data(withJSONObject: message)) + [0])
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            let answer = try read(until: deadline, method)
            if answer["id"] as? Int == number {
                if let error = answer["error"] { throw Failure.refused("\(method): \(error)") }
                return answer["result"] as? [String: Any] ?? [:]
            }
            note(answer)
        }
    }

    private func note(_ event: [String: Any]) {
        let parameters = event["params"] as? [String: Any] ?? [:]
        switch event["method"] as? String {
        case "Runtime.exceptionThrown": complaints.append("\(parameters)")
        case "Runtime.consoleAPICalled":
            if ["error", "assert"].contains(parameters["type"] as? String) { complaints.append("\(parameters)") }
        case "Log.entryAdded":
            let entry = parameters["entry"] as? [String: Any] ?? [:]
            if entry["level"] as? String == "error" {
                complaints.append("\(entry["text"] ?? "") \(entry["url"] ?? "")")
            }
        default: break
        }
    }

    private func write(_ bytes: [UInt8]) throws {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(commands, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw Failure.noPipe(errno) }
            written += max(0, count)
        }
    }

    private func read(until deadline: ContinuousClock.Instant, _ method: String) throws -> [String: Any] {
        while true {
            if let end = received.firstIndex(of: 0) {
                let message = Data(received[..<end])
                received.removeSubrange(...end)
                return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
            }
            guard ContinuousClock.now < deadline else { throw Failure.silent(method) }
            var wanted = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
            guard poll(&wanted, 1, 100) > 0 else { continue }
            var room = [UInt8](repeating: 0, count: 65_536)
            let count = Glibc.read(answers, &room, room.count)
            if count > 0 { received += room[..<count] }
        }
    }
}
