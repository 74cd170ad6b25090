import Foundation
import Synchronization

/// A network of its own, with a loopback interface that can also carry IPv6 groups; needs privileges.
enum Namespace {
    struct Failure: Error { var command: String }

    /// Whether this process may have one.
    static let isPossible: Bool = {
        do {
            try run {}
            return true
        } catch {
            return false
        }
    }()

    /// Calls `body` on a thread that has a network of its own, which goes when the thread ends.
    static func run(_ body: @escaping @Sendable () throws -> Void) throws {
        let outcome = Mutex<Result<Void, any Error>>(.success(()))
        let finished = DispatchSemaphore(value: 0)
        let thread = Thread {
            let result = Result {
                try leaveNetwork()
                try ip("link set lo up")
                try ip("-6 route add local ff00::/8 dev lo table local")
                try body()
            }
            outcome.withLock { $0 = result }
            finished.signal()
        }
        thread.start()
        finished.wait()
        try outcome.withLock { $0 }.get()
    }

    /// Runs `ip` with `arguments` in the thread's network.
    static func ip(_ arguments: String) throws {
        var words = (["ip"] + arguments.split(separator: " ").map(String.init)).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        var status: Int32 = -1
        guard posix_spawnp(&child, "ip", nil, nil, &words, environ) == 0, waitpid(child, &status, 0) == child,
            status == 0
        else { throw Failure(command: "ip " + arguments) }
    }

    /// Glibc's module hides `unshare`.
    private static func leaveNetwork() throws {
        typealias Unshare = @convention(c) (Int32) -> Int32
        let newNetwork: Int32 = 0x4000_0000
        guard let symbol = dlsym(nil, "unshare"), unsafeBitCast(symbol, to: Unshare.self)(newNetwork) == 0 else {
            throw Failure(command: "unshare")
        }
    }
}
