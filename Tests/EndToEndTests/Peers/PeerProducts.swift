import Foundation

/// The programs of this package, where they were built: beside the tests.
enum PeerProducts {
    struct Missing: Error { let path: String }

    /// The path of a program.
    static func path(_ name: String) throws -> String {
        var place = URL(filePath: CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0])
        while place.path().contains(".xctest") { place.deleteLastPathComponent() }
        let path = place.appending(path: name).path()
        guard FileManager.default.isExecutableFile(atPath: path) else { throw Missing(path: path) }
        return path
    }
}
