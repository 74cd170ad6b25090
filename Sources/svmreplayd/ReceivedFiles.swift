import Glibc
import Terminal
import VenueRuntime

/// Where received files and uploads lie while the server runs: in a folder that a person names, or in one that goes with the server.
struct ReceivedFiles {
    /// The folder of received files in the data folder.
    private static let folder = "files"

    /// The database of uploads in the data folder.
    private static let database = "reporter.sqlite"

    /// The files.
    let store: FileStore
    /// Where uploads of devices are kept.
    let reporterPath: String
    private let temporary: String?

    /// Makes the folder; `isCapture` tells that whoever brings files may wait for the disk.
    init(
        _ dataFolder: String?, limits: FileStoreLimits, isCapture: Bool, log: @escaping @Sendable (String) -> Void
    ) throws {
        var folder = dataFolder
        var temporary: String?
        if let folder {
            guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
                throw FileFailure(path: folder, act: "make", reason: String(cString: strerror(errno)))
            }
        } else {
            temporary = try Self.temporaryFolder()
            folder = temporary
        }
        self.temporary = temporary
        reporterPath = "\(folder ?? ".")/\(Self.database)"
        store = try FileStore(path: "\(folder ?? ".")/\(Self.folder)", limits: limits, waits: isCapture, log: log)
    }

    private static func temporaryFolder() throws -> String {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/svmreplayd-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw FileFailure(path: parent, act: "make a folder in", reason: String(cString: strerror(errno)))
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Ends once everything that came is written; a folder that nobody named is removed with all that is in it.
    func stop() {
        store.stop()
        guard let temporary else { return }
        store.removeAll()
        // The database and what SQLite has beside it.
        for suffix in ["", "-wal", "-shm"] { unlink(reporterPath + suffix) }
        rmdir(temporary)
    }
}
