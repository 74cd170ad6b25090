/// What the writing thread says to the database again and again.
final class ReporterStatements {
    let addDevice: Statement
    let addAccessPoint: Statement
    let addUpload: Statement
    let findDevice: Statement
    let removeOfDevice: Statement
    let removeBefore: Statement
    let removeOldest: Statement
    let pages: Statement
    let freePages: Statement

    /// Prepares them for a database with the newest tables.
    init(_ database: borrowing Database) throws(DatabaseFault) {
        addDevice = try Statement(
            "INSERT INTO device (uuid, firstSeen, lastSeen) VALUES (?1, ?2, ?2) ON CONFLICT (uuid) "
                + "DO UPDATE SET lastSeen = max(lastSeen, excluded.lastSeen) RETURNING id", in: database)
        addAccessPoint = try Statement(
            "INSERT INTO accessPoint (bssid, name, ssid) VALUES (?1, ?2, ?3) ON CONFLICT (bssid) DO UPDATE "
                + "SET name = coalesce(excluded.name, name), ssid = coalesce(excluded.ssid, ssid) RETURNING id",
            in: database)
        addUpload = try Statement(UploadColumns.insertion, in: database)
        findDevice = try Statement("SELECT id, latest FROM device WHERE uuid = ?1", in: database)
        removeOfDevice = try Statement(
            "DELETE FROM upload WHERE id IN (SELECT id FROM upload WHERE device = ?1 AND id <= ?2 "
                + "ORDER BY id LIMIT ?3)", in: database)
        removeBefore = try Statement(
            "DELETE FROM upload WHERE id IN (SELECT id FROM upload WHERE receivedAt < ?1 "
                + "ORDER BY receivedAt LIMIT ?2)", in: database)
        removeOldest = try Statement(
            "DELETE FROM upload WHERE id IN (SELECT id FROM upload ORDER BY receivedAt LIMIT ?1)", in: database)
        pages = try Statement("PRAGMA page_count", in: database)
        freePages = try Statement("PRAGMA freelist_count", in: database)
    }
}

@available(*, unavailable)
extension ReporterStatements: Sendable {}
