/// Why something cannot be kept or read.
public enum StorageFailure: Error, Hashable, Sendable {
    /// The database at the path cannot be used; SQLite's reason.
    case database(path: String, reason: String)
}

extension StorageFailure: CustomStringConvertible {
    /// One line that names the thing and the mend.
    public var description: String {
        switch self {
        case .database(let path, let reason): "cannot use the database \(path): \(reason)"
        }
    }
}
