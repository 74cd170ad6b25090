import Foundation
import Glibc
import TestSupport

/// The built `svmreplayd` with a data folder, to be killed.
///
/// It belongs to one thread at a time.
final class VictimServer {
    enum Failure: Error { case notBuilt(String), silent(String) }

    static let path = ChildProgram.products + "svmreplayd"

    /// The port at which it takes requests.
    private(set) var port: UInt16 = 0
    private let program: ChildProgram

    /// Starts it over the data folder `data`, with further options, and waits until it says where it is; what it says goes to
    /// `output`.
    init(data: String, output: String, options: [String] = []) throws {
        guard FileManager.default.isExecutableFile(atPath: Self.path) else { throw Failure.notBuilt(Self.path) }
        unlink(output)
        program = try ChildProgram(
            [
                Self.path, "--listen", "127.0.0.1:0", "--interface", "lo", "--no-sap", "--announce",
                "239.255.99.99:39875", "--data-dir", data,
            ] + options, output: output)
        for _ in 0..<1_000 {
            let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
            if let found = text.firstMatch(of: /at http:\/\/127\.0\.0\.1:([1-9][0-9]*)\/\n/) {
                port = UInt16(found.1) ?? 0
                if port != 0 { return }
            }
            usleep(5_000)
        }
        throw Failure.silent((try? String(contentsOfFile: output, encoding: .utf8)) ?? "")
    }

    /// Ends it as `kill -9` does, and waits until it is gone.
    func slay() { program.end(by: SIGKILL) }

    /// Asks it to end, and waits until it is gone.
    func stop() { program.end(by: SIGTERM) }

    deinit { slay() }
}
