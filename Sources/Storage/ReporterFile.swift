import Clips
import Glibc
import Timing

/// The database of uploads while the writing thread has it open.
final class ReporterFile {
    let database: Database
    let statements: ReporterStatements
    /// Bytes of a page.
    let pageSize: Int

    /// Opens the file at `path`, makes it when it is not there, and brings its tables to the newest version.
    init(opening path: String, schema: ReporterSchema) throws(ReporterSchema.Refusal) {
        let database = try Self.open(path)
        try schema.bring(database)
        try Self.lifted { () throws(DatabaseFault) in try Self.check(database) }
        pageSize = try Self.lifted { () throws(DatabaseFault) in try database.number("PRAGMA page_size") }
        statements = try Self.statements(database)
        self.database = database
    }

    private static func open(_ path: String) throws(ReporterSchema.Refusal) -> Database {
        do throws(DatabaseFault) {
            let database = try Database(opening: path)
            try prepare(database)
            return database
        } catch {
            throw .fault(error)
        }
    }

    private static func statements(_ database: borrowing Database) throws(ReporterSchema.Refusal) -> ReporterStatements
    {
        do throws(DatabaseFault) { return try ReporterStatements(database) } catch { throw .fault(error) }
    }

    private static func lifted<Result>(
        _ body: () throws(DatabaseFault) -> Result
    ) throws(ReporterSchema.Refusal) -> Result {
        do throws(DatabaseFault) { return try body() } catch { throw .fault(error) }
    }

    /// Written ahead and synced with every commit: what is committed survives the end of the program, and of the power.
    private static func prepare(_ database: borrowing Database) throws(DatabaseFault) {
        let mode = try database.text("PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
            throw DatabaseFault(.other, "its file system does not let it be written ahead (journal mode \(mode))")
        }
        try database.run("PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864; PRAGMA cell_size_check = ON")
    }

    private static func check(_ database: borrowing Database) throws(DatabaseFault) {
        let bytes = try database.number("PRAGMA page_count") * database.number("PRAGMA page_size")
        guard bytes <= ReporterLimits.checkedBytes else { return }
        let verdict = try database.text("PRAGMA quick_check(1)")
        guard verdict == "ok" else { throw DatabaseFault(.damaged, verdict) }
    }

    /// Bytes of the file that hold something.
    func usedBytes() throws(DatabaseFault) -> Int {
        let all = try statements.pages.rows { $0.integer(0) ?? 0 }.first ?? 0
        let free = try statements.freePages.rows { $0.integer(0) ?? 0 }.first ?? 0
        return (all - free) * pageSize
    }

    /// Puts the file at `path` and its log aside under another name, which it gives.
    static func putAside(_ path: String, now: StreamTime) throws(DatabaseFault) -> String {
        let stamp = String(now.rfc3339(digits: 3).filter { $0 != "-" && $0 != ":" })
        let name = "\(path).damaged-\(stamp)"
        guard rename(path, name) == 0 else {
            throw DatabaseFault(.other, "it cannot be put aside: \(String(cString: strerror(errno)))")
        }
        rename(path + "-wal", name + "-wal")
        // The index of the log is made anew from it.
        unlink(path + "-shm")
        return name
    }
}

@available(*, unavailable)
extension ReporterFile: Sendable {}
