import Foundation
import Synchronization

/// Standard output: the picture above, the log below it; without a terminal, lines only.
final class Screen: Sendable {
    /// Whether somebody looks at it.
    let isTerminal = isatty(STDOUT_FILENO) == 1
    private let writing = Mutex(())

    /// Writes a line.
    func say(_ line: String) { write(line + "\n") }

    /// Draws lines at the top, and goes back to where it was.
    func draw(_ lines: [String]) { write("\u{1b}7\u{1b}[H" + lines.joined(separator: "\r\n") + "\u{1b}8") }

    private func write(_ text: String) {
        writing.withLock { _ in FileHandle.standardOutput.write(Data(text.utf8)) }
    }
}
