public import Foundation

/// A named pipe of a test's own; it goes with its owner.
public final class NamedPipe: Sendable {
    /// Where it lies.
    public let path: String

    /// Makes one that nobody has opened.
    public init() {
        path = NSTemporaryDirectory() + "svm-pipe-\(UUID().uuidString)"
        precondition(mkfifo(path, 0o600) == 0)
    }

    deinit { unlink(path) }

    /// Opens its writing end once somebody has it open to read; nil when nobody does within 20 s.
    public func writer() -> FileHandle? {
        for _ in 0..<2_000 {
            let file = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if file >= 0 { return FileHandle(fileDescriptor: file, closeOnDealloc: true) }
            usleep(10_000)
        }
        return nil
    }

    /// Whether a process has it open, within 20 s.
    public func isHeld(by process: Int32) -> Bool { Self.isHeld(path, by: process) }

    /// Whether a process has the file at `path` open, within 20 s.
    public static func isHeld(_ path: String, by process: Int32) -> Bool {
        let folder = "/proc/\(process)/fd"
        for _ in 0..<2_000 {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for file in files
            where (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(file)")) == path {
                return true
            }
            usleep(10_000)
        }
        return false
    }
}
