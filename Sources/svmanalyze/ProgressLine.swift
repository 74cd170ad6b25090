import Terminal
import VenueRuntime

/// One line on a terminal that says how far the work has come, from its second second on.
struct ProgressLine {
    private static let delay = Duration.seconds(1)
    private static let interval = Duration.milliseconds(200)
    private static let width = 64

    private let isShown: Bool
    private let start = ContinuousClock.now
    private var last: ContinuousClock.Instant?

    init(isShown: Bool) { self.isShown = isShown }

    /// Shows `progress`, unless it is too early or a line was shown just now.
    mutating func show(_ progress: AnalysisProgress) {
        guard isShown else { return }
        let now = ContinuousClock.now
        guard now - start >= Self.delay, last.map({ now - $0 >= Self.interval }) ?? true else { return }
        last = now
        let text = Self.text(of: progress)
        Console.put("\r" + text + String(repeating: " ", count: max(0, Self.width - text.count)))
    }

    /// Takes the line away.
    mutating func clear() {
        guard last != nil else { return }
        last = nil
        Console.put("\r" + String(repeating: " ", count: Self.width) + "\r")
    }

    static func text(of progress: AnalysisProgress) -> String {
        let megabytes = progress.bytesRead / 1_000_000
        let frames = "\(progress.frames) frames"
        guard let total = progress.bytesTotal, total > 0 else { return "\(megabytes) MB, \(frames)" }
        let percent = Int(min(100, 100 * Double(progress.bytesRead) / Double(total)))
        return "\(percent) % of \(total / 1_000_000) MB, \(frames)"
    }
}
