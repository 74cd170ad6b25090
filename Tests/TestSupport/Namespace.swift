import Foundation
import Synchronization

/// A network of its own, with a loopback interface that can also carry IPv6 groups; needs privileges.
public enum Namespace {
    /// A command that failed.
    public struct Failure: Error {
        /// The command.
        public var command: String
    }

    /// Whether this process may have one.
    public static let isPossible: Bool = {
        do {
            try run {}
            return true
        } catch {
            return false
        }
    }()

    /// Calls `body` on a thread that has a network of its own, which goes when the thread ends.
    public static func run(_ body: @escaping @Sendable () throws -> Void) throws {
        try onThread {
            try enter()
            try body()
        }
    }

    /// Gives the calling thread, which must be the caller's own, a network of its own.
    public static func enter() throws {
        try unshare(newNetwork)
        try ip("link set lo up")
        try ip("-6 route add local ff00::/8 dev lo table local")
    }

    /// Whether a thread may have mounts of its own: not where the root is no mount, as in a plain chroot.
    public static let canMount: Bool = {
        guard isPossible else { return false }
        return
            (try? onThread {
                try unshare(newMounts)
                try command("mount --make-rprivate /")
            }) != nil
    }()

    /// Calls `body` on a thread that sees a file system of `bytes` in memory at `folder`; it goes when the thread ends.
    public static func run(withDiskOf bytes: Int, at folder: String, _ body: @escaping @Sendable () throws -> Void)
        throws
    {
        try onThread {
            try unshare(newMounts)
            try command("mount --make-rprivate /")
            try command("mount -t tmpfs -o size=\(bytes) tmpfs \(folder)")
            try body()
        }
    }

    private static func onThread(_ body: @escaping @Sendable () throws -> Void) throws {
        let outcome = Mutex<Result<Void, any Error>>(.success(()))
        let finished = DispatchSemaphore(value: 0)
        let thread = Thread {
            let result = Result { try body() }
            outcome.withLock { $0 = result }
            finished.signal()
        }
        thread.start()
        finished.wait()
        try outcome.withLock { $0 }.get()
    }

    /// Runs `ip` with `arguments` in the thread's network.
    public static func ip(_ arguments: String) throws { try command("ip " + arguments) }

    /// Runs a command as the thread sees the system.
    private static func command(_ line: String) throws {
        let parts = line.split(separator: " ").map(String.init)
        var words = parts.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        var status: Int32 = -1
        guard posix_spawnp(&child, parts[0], nil, nil, &words, environ) == 0, waitpid(child, &status, 0) == child,
            status == 0
        else { throw Failure(command: line) }
    }

    private static let newNetwork: Int32 = 0x4000_0000
    private static let newMounts: Int32 = 0x2_0000

    /// Gives the thread something of its own; Glibc's module hides the call.
    private static func unshare(_ what: Int32) throws {
        typealias Unshare = @convention(c) (Int32) -> Int32
        guard let symbol = dlsym(nil, "unshare"), unsafeBitCast(symbol, to: Unshare.self)(what) == 0 else {
            throw Failure(command: "unshare")
        }
    }
}
