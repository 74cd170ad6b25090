import Foundation
import Glibc

/// A program of this project while it runs, and what it says.
///
/// It belongs to one thread at a time.
public final class ToolRun {
    /// How often something is looked for at most, a hundredth of a second lying between two times.
    private static let attempts = 2_000

    private let child: ChildProgram
    private let output: String

    /// Starts the program `name`, which lies beside the bundle of the tests.
    public init(_ name: String, _ arguments: [String]) throws {
        output = NSTemporaryDirectory() + "svm-run-\(UUID().uuidString)"
        child = try ChildProgram([ChildProgram.products + name] + arguments, output: output)
    }

    /// The program's process number; 0 when it is not there within 20 s.
    public func program() -> Int32 {
        for _ in 0..<Self.attempts {
            if let program = child.program { return program }
            usleep(10_000)
        }
        return 0
    }

    /// Whether it has said `words` within 20 s.
    public func says(_ words: String) -> Bool {
        for _ in 0..<Self.attempts {
            if said.contains(words) { return true }
            usleep(10_000)
        }
        return false
    }

    /// Sends SIGTERM to it, waits until it has ended and gives its exit status, -1 when a signal ended it.
    public func stop() -> Int32 { child.stop() }

    /// Waits until it has ended by itself and gives its exit status, -1 when a signal ended it.
    public func wait() -> Int32 {
        child.wait(seconds: 30)
        return child.stop()
    }

    /// What it said so far, on standard output and standard error.
    public var said: String { (try? String(contentsOfFile: output, encoding: .utf8)) ?? "" }

    deinit {
        child.end(by: SIGKILL)
        unlink(output)
    }
}
