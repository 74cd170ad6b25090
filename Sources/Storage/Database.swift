import CSQLite

/// A connection to a database file, and its one owner.
///
/// One thread at a time uses it with its statements: the connection itself has no lock.
struct Database: ~Copyable {
    /// How long a connection waits for another one's lock, in milliseconds.
    private static let lockPatienceMs: Int32 = 10_000

    let raw: OpaquePointer

    /// Opens the file at `path`, and makes it when it is not there.
    init(opening path: String) throws(DatabaseFault) {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(
            path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
        guard let opened, code == SQLITE_OK else {
            let fault = DatabaseFault(code, of: opened)
            // What could not be opened must be closed all the same.
            sqlite3_close_v2(opened)
            throw fault
        }
        raw = opened
        sqlite3_extended_result_codes(opened, 1)
        sqlite3_busy_timeout(opened, Self.lockPatienceMs)
    }

    /// Statements that are still there keep the connection until they go, too.
    deinit { sqlite3_close_v2(raw) }

    /// Runs statements that bring no rows.
    borrowing func run(_ sql: String) throws(DatabaseFault) {
        let code = sqlite3_exec(raw, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseFault(code, of: raw) }
    }

    /// The first value of the first row; 0 when there is none.
    borrowing func number(_ sql: String) throws(DatabaseFault) -> Int {
        let statement = try Statement(sql, in: self)
        return try statement.rows { $0.integer(0) }.first.flatMap { $0 } ?? 0
    }

    /// The first value of the first row as text; empty when there is none.
    borrowing func text(_ sql: String) throws(DatabaseFault) -> String {
        let statement = try Statement(sql, in: self)
        return try statement.rows { $0.text(0) }.first.flatMap { $0 } ?? ""
    }

    /// Rows that the last statement changed.
    borrowing func changes() -> Int { Int(sqlite3_changes64(raw)) }

    /// Undoes the transaction that runs; some faults have done so already.
    borrowing func rollBack() {
        if sqlite3_get_autocommit(raw) == 0 { try? run("ROLLBACK") }
    }
}

@available(*, unavailable)
extension Database: Sendable {}
