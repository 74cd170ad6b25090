import CSQLite

/// A prepared statement, and its one owner.
struct Statement: ~Copyable {
    /// A value that goes into a statement.
    enum Value {
        case null
        case integer(Int)
        case real(Double)
        case text(String)

        static func integer(_ value: Int?) -> Value { value.map { .integer($0) } ?? .null }
        static func real(_ value: Double?) -> Value { value.map { .real($0) } ?? .null }
        static func text(_ value: String?) -> Value { value.map { .text($0) } ?? .null }
    }

    /// The row that a statement stands at; only while it does.
    struct Row: ~Copyable {
        fileprivate let raw: OpaquePointer

        /// The value as a whole number; nil for none.
        borrowing func integer(_ column: Int) -> Int? {
            isNull(column) ? nil : Int(sqlite3_column_int64(raw, Int32(column)))
        }

        /// The value as a number; nil for none.
        borrowing func real(_ column: Int) -> Double? {
            isNull(column) ? nil : sqlite3_column_double(raw, Int32(column))
        }

        /// The value as text; nil for none.
        borrowing func text(_ column: Int) -> String? {
            guard !isNull(column), let bytes = sqlite3_column_text(raw, Int32(column)) else { return nil }
            // The bytes are the library's until the statement goes on: they are copied here.
            let count = Int(sqlite3_column_bytes(raw, Int32(column)))
            return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
        }

        private borrowing func isNull(_ column: Int) -> Bool {
            sqlite3_column_type(raw, Int32(column)) == SQLITE_NULL
        }
    }

    private let raw: OpaquePointer

    /// Prepares `sql` for the connection's life.
    init(_ sql: String, in database: borrowing Database) throws(DatabaseFault) {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(database.raw, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw DatabaseFault(code, of: database.raw) }
        raw = prepared
    }

    deinit { sqlite3_finalize(raw) }

    /// Runs the statement with `values`, and leaves its rows.
    borrowing func run(_ values: Value...) throws(DatabaseFault) { _ = try perform(values, limit: 0) { _ in } }

    /// Runs the statement with `values`, and leaves its rows.
    borrowing func run(_ values: [Value]) throws(DatabaseFault) { _ = try perform(values, limit: 0) { _ in } }

    /// Runs the statement with `values` and gives what `body` makes of every row.
    borrowing func rows<Element>(
        _ values: Value..., body: (borrowing Row) -> Element
    ) throws(DatabaseFault) -> [Element] {
        try perform(values, limit: .max, body)
    }

    private borrowing func perform<Element>(
        _ values: [Value], limit: Int, _ body: (borrowing Row) -> Element
    ) throws(DatabaseFault) -> [Element] {
        defer {
            sqlite3_reset(raw)
            sqlite3_clear_bindings(raw)
        }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
        var result: [Element] = []
        while true {
            let code = sqlite3_step(raw)
            switch code {
            case SQLITE_DONE: return result
            case SQLITE_ROW: if result.count < limit { result.append(body(Row(raw: raw))) }
            default: throw DatabaseFault(code, of: sqlite3_db_handle(raw))
            }
        }
    }

    private borrowing func bind(_ value: Value, at index: Int32) throws(DatabaseFault) {
        let code =
            switch value {
            case .null: sqlite3_bind_null(raw, index)
            case .integer(let number): sqlite3_bind_int64(raw, index, Int64(number))
            case .real(let number): sqlite3_bind_double(raw, index, number)
            case .text(let text): Self.bind(text, raw, index)
            }
        guard code == SQLITE_OK else { throw DatabaseFault(code, of: sqlite3_db_handle(raw)) }
    }

    private static func bind(_ text: String, _ raw: OpaquePointer, _ index: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            // An empty text may lie nowhere, and nowhere means null.
            guard let base = bytes.baseAddress else { return csqlite_bind_text(raw, index, "", 0) }
            return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                csqlite_bind_text(raw, index, $0, Int32(clamping: bytes.count))
            }
        }
    }
}

@available(*, unavailable)
extension Statement: Sendable {}
@available(*, unavailable)
extension Statement.Row: Sendable {}
@available(*, unavailable)
extension Statement.Value: Sendable {}
