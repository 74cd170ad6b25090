/// Why something cannot be kept or read.
public enum StorageFailure: Error, Hashable, Sendable {
    /// The database at the path cannot be used; SQLite's reason.
    case database(path: String, reason: String)
    /// The database at the path was written by a newer version, in schema `found`.
    case newerSchema(path: String, found: Int, known: Int)
    /// The file at the path is a database of another program.
    case foreign(path: String)
    /// There is no room on the disk.
    case diskFull(path: String)
    /// As much waits to be written as may wait.
    case busy
    /// The store was stopped.
    case stopped
}

extension StorageFailure: CustomStringConvertible {
    /// One line that names the thing and the mend.
    public var description: String {
        switch self {
        case .database(let path, let reason): "cannot use the database \(path): \(reason)"
        case .newerSchema(let path, let found, let known):
            "the database \(path) was written by a newer version (schema \(found), this one knows \(known)): "
                + "use that version, or another folder"
        case .foreign(let path):
            "the file \(path) is a database of another program: move it away, or use another folder"
        case .diskFull(let path): "there is no room left to write \(path): free some space on its disk"
        case .busy: "more is being written than the disk can take: try again in a moment"
        case .stopped: "the store was stopped: nothing is kept any more"
        }
    }
}
