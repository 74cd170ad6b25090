import Foundation
import TestSupport

/// The built `svmreplayd` in the network of the thread that starts it, on a port that the system chose.
///
/// It belongs to one thread at a time.
final class DeskServer {
    enum Failure: Error { case notBuilt(String), silent(String) }

    /// Where it takes requests, such as "http://127.0.0.1:40123".
    private(set) var address = ""
    private let program: ChildProgram
    private let output: URL

    /// Starts it with `options`, and waits until it says where it is.
    init(_ options: [String] = ["--demo"]) throws {
        output = FileManager.default.temporaryDirectory.appending(path: "desk-\(UUID().uuidString).out")
        let path = Self.tool("svmreplayd")
        guard FileManager.default.isExecutableFile(atPath: path) else { throw Failure.notBuilt(path) }
        program = try ChildProgram([path, "--listen", "127.0.0.1:0"] + options, output: output.path())
        for _ in 0..<600 where program.isRunning {
            if let found = text.firstMatch(of: /The replay desk is at (http:\/\/127\.0\.0\.1:[1-9][0-9]*)\/\n/) {
                address = String(found.1)
                return
            }
            Thread.sleep(forTimeInterval: 0.05)
        }
        throw Failure.silent(text)
    }

    /// The folder of the project.
    static let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path()

    deinit {
        _ = program.stop()
        try? FileManager.default.removeItem(at: output)
    }

    /// Ends it as a supervisor does; its exit status.
    func stop() -> Int32 { program.stop() }

    /// What it has written to both outputs.
    private var text: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

    /// A program of this project: it lies beside the bundle of the tests.
    static func tool(_ name: String) -> String {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        return bundle.components(separatedBy: "/").prefix { !$0.hasSuffix(".xctest") }.joined(separator: "/")
            + "/" + name
    }
}
