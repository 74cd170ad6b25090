import Foundation
import Glibc
import VenueSettings

/// Where `cisco_svm.cfg` lies: the file that `SVM_CONFIG` names, else in the current folder, else beside the program.
struct ConfigurationFile: Sendable {
    /// The file's name.
    static let name = "cisco_svm.cfg"

    /// Its path.
    let path: String

    /// Why it cannot be read.
    struct Trouble: Error, CustomStringConvertible {
        let description: String
    }

    /// The file to read; nil when there is none, which is no error: the application configures then.
    static func find(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> ConfigurationFile? {
        if let named = environment["SVM_CONFIG"], !named.isEmpty { return ConfigurationFile(path: named) }
        let program = Bundle.main.executableURL?.deletingLastPathComponent().path
        let folders = [FileManager.default.currentDirectoryPath] + (program.map { [$0] } ?? [])
        return folders.map { $0 + "/" + name }.first { FileManager.default.fileExists(atPath: $0) }
            .map { ConfigurationFile(path: $0) }
    }

    /// The file's bytes, not more than a configuration may have and one.
    func read() throws -> [UInt8] {
        // A pipe that nobody writes to would keep the application waiting for ever.
        let opened = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else {
            throw Trouble(
                description: "cannot open the configuration file \(path): check that it is there and readable")
        }
        let file = FileHandle(fileDescriptor: opened, closeOnDealloc: true)
        var facts = stat()
        guard fstat(opened, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw Trouble(
                description: "cannot read the configuration file \(path): name a file, not a folder, pipe or device")
        }
        do {
            return [UInt8](try file.read(upToCount: VenueConfiguration.sizeLimit + 1) ?? Data())
        } catch {
            throw Trouble(description: "cannot read the configuration file \(path): check that its disk is well")
        }
    }

    /// `book` with the file's keys; a capture's path is meant from the file's folder.
    func set(in book: ConfigurationBook) throws -> ConfigurationBook {
        let bytes = try read()
        do {
            var read = try book.setting(bytes)
            if let capture = read.configuration.sourceCapture, !capture.hasPrefix("/"),
                capture != book.configuration.sourceCapture
            {
                let folder = URL(filePath: path).deletingLastPathComponent()
                read = try read.setting(["source": ["capture": folder.appending(path: capture).path]])
            }
            return read
        } catch {
            throw Trouble(description: "\(path): \(error)")
        }
    }
}
