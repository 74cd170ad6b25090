import Dispatch
import Glibc
import ObjectDelivery
import PacketIO

/// The files that file channels bring, on the disk: ranges go to temporary files as they come; what is whole is checked and
/// gets its name below `folder/{channel id}/`.
///
/// Nothing that a sender names leads out of the folder, not even through a link that somebody puts there. A new version takes
/// the place of the old one in one step. What is beyond the quota or the space of the disk is refused, and nothing else
/// stops. A store begins empty: what an earlier one left in the folder is removed, and the carousels bring it again.
public final class FileStore: Sendable {
    /// What tells a folder of ours from somebody else's.
    private static let marker = ".svm-files"

    /// Why files cannot be kept.
    public enum Failure: Error, Equatable, CustomStringConvertible {
        /// The folder cannot be made or read; the system's reason.
        case unusable(path: String, reason: String)
        /// The folder holds something that no store put there.
        case foreign(path: String)

        /// One line that names the folder and the mend.
        public var description: String {
            switch self {
            case .unusable(let path, let reason): "cannot keep files in \(path): \(reason)"
            case .foreign(let path):
                "cannot keep files in \(path): something else lies there; name an empty folder or a new one"
            }
        }
    }

    /// The folder's path.
    public let path: String
    private let root: FolderHandle
    private let backlog: FileBacklog
    private let table = FileTable()
    private let thread = DispatchGroup()

    /// Keeps files in the folder at `path`, which is made when it is not there, and emptied when it is a store's.
    ///
    /// With `waits` whoever brings bytes waits for the disk (for captures); with `keepsDropped` files stay after their table
    /// has expired.
    public init(
        path: String, limits: FileStoreLimits = FileStoreLimits(), waits: Bool = false, keepsDropped: Bool = false,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(Failure) {
        self.path = path
        let incoming: FolderHandle
        do throws(SystemFault) {
            if mkdir(path, 0o755) != 0, errno != EEXIST { throw SystemFault() }
            root = try FolderHandle(path: path)
            let names = root.names
            guard names.isEmpty || names.contains(Self.marker) else { throw SystemFault(code: 0) }
            if names.isEmpty { close(try root.create(Self.marker)) }
            for name in names where name != Self.marker { Self.remove(name, in: root) }
            incoming = try root.folder(FileWorker.incomingFolder, creates: true)
        } catch {
            throw error.code == 0 ? .foreign(path: path) : .unusable(path: path, reason: error.reason)
        }
        backlog = FileBacklog(limit: limits.backlog, waits: waits)
        DispatchQueue(label: "files").async(group: thread) { [root, backlog, table] in
            FileWorker(
                root: root, incoming: incoming, limits: limits, keepsDropped: keepsDropped, table: table,
                backlog: backlog, log: log
            ).run()
        }
    }

    private static func remove(_ name: String, in folder: FolderHandle) {
        if let child = try? folder.folder(name, creates: false) {
            child.removeAll()
            _ = folder.removeFolder(name)
        } else {
            folder.remove(name)
        }
    }

    /// How the files are doing.
    public var facts: FileStoreFacts { table.facts }

    /// The distribution table of a channel, in the order in which files were first told.
    public func files(of channel: Int32) -> [StoredFile] { table.rows(of: channel) }

    /// The file of a channel called `uri`: its newest version that is ready, else its newest one.
    public func file(_ uri: String, of channel: Int32) -> StoredFile? { table.file(uri, of: channel) }

    /// Takes note of a file channel, whose files go into `folder`.
    func opened(_ channel: Int32, folder: String) { backlog.add(.opened(channel: channel, folder: folder)) }

    /// Takes what a channel told; messages are none of its business.
    func take(_ channel: Int32, _ event: ObjectEvent, _ bytes: RawSpan) {
        switch event {
        case .message: break
        case .fileBytes(let key, let offset, _): backlog.add(channel, key, at: offset, bytes)
        case .fileListed(let record): backlog.add(.listed(channel: channel, record))
        case .fileCompleted(let record): backlog.add(.completed(channel: channel, record))
        case .fileDropped(let record): backlog.add(.dropped(channel: channel, record))
        }
    }

    /// Opens a file that is ready, to read it; nil when it is gone.
    ///
    /// The caller closes the descriptor.
    public func open(_ file: StoredFile) -> (descriptor: Int32, length: Int)? {
        guard let name = file.localFilename, let path = RelativePath(name),
            let folder = try? root.folder(at: path.folders, creates: false), let opened = try? folder.read(path.name)
        else { return nil }
        return (opened.descriptor, Int(opened.facts.st_size))
    }

    /// Moves a file that is ready to its path below another folder of the same disk.
    func move(_ file: StoredFile, to folder: FolderHandle) throws(SystemFault) {
        guard let path = RelativePath(file.record.path), let name = file.localFilename.flatMap({ RelativePath($0) })
        else { throw SystemFault(code: EINVAL) }
        let source = try root.folder(at: name.folders, creates: false)
        try source.move(name.name, to: path.name, in: folder.folder(at: path.folders, creates: true))
    }

    /// Writes and checks everything that was told, and ends.
    public func stop() {
        backlog.end()
        thread.wait()
    }

    /// Removes the folder with everything in it; after `stop()`.
    public func removeAll() {
        root.removeAll()
        rmdir(path)
    }
}
