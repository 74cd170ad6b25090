import CSQLite
import Glibc

/// What SQLite says went wrong.
struct DatabaseFault: Error, Equatable {
    /// What can be done about it.
    enum Kind: Equatable {
        /// The file is no database, or its pages contradict each other.
        case damaged
        /// There is no room on the disk, or the file may not grow.
        case full
        /// Anything else.
        case other
    }

    var kind: Kind
    /// SQLite's sentence.
    var reason: String

    /// The fault `code` of a connection; nil for no memory to open one.
    init(_ code: Int32, of connection: OpaquePointer?) {
        let primary = code & 0xff
        reason = String(cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
        switch primary {
        case SQLITE_CORRUPT, SQLITE_NOTADB: kind = .damaged
        case SQLITE_FULL: kind = .full
        case SQLITE_IOERR:
            let number = connection.map { sqlite3_system_errno($0) } ?? 0
            kind = [ENOSPC, EDQUOT, EFBIG].contains(number) ? .full : .other
            if number != 0 { reason += " (\(String(cString: strerror(number))))" }
        default: kind = .other
        }
    }

    /// A fault that SQLite does not know.
    init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// The fault as callers learn it.
    func failure(of path: String) -> StorageFailure {
        kind == .full ? .diskFull(path: path) : .database(path: path, reason: reason)
    }
}
