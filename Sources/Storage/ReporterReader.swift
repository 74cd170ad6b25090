/// A connection that reads uploads while others are written.
///
/// One thread at a time uses it.
final class ReporterReader {
    private let database: Database
    private let devices: Statement
    private let device: Statement
    private let uploadsOfDevice: Statement
    private let accessPoint: Statement
    private let devicesOfAccessPoint: Statement
    private let uploadsOfAccessPoint: Statement

    init(opening path: String) throws(DatabaseFault) {
        database = try Database(opening: path)
        try database.run("PRAGMA query_only = ON; PRAGMA cell_size_check = ON")
        let record =
            "SELECT d.uuid, d.firstSeen, d.lastSeen, d.uploads, d.latest, u.version, u.session_link_indicator, a.bssid, "
            + "u.ssid, coalesce(u.accessPointName, a.name) FROM device d LEFT JOIN upload u ON u.id = d.latest "
            + "LEFT JOIN accessPoint a ON a.id = u.accessPoint "
        devices = try Statement(record + "WHERE d.latest < ?1 ORDER BY d.latest DESC LIMIT ?2", in: database)
        device = try Statement(record + "WHERE d.uuid = ?1", in: database)
        let uploads =
            "SELECT \(UploadColumns.selection) FROM upload u JOIN device d ON d.id = u.device "
            + "LEFT JOIN accessPoint a ON a.id = u.accessPoint "
        uploadsOfDevice = try Statement(
            uploads + "WHERE u.device = (SELECT id FROM device WHERE uuid = ?1) AND u.id < ?2 "
                + "ORDER BY u.id DESC LIMIT ?3", in: database)
        accessPoint = try Statement("SELECT name, ssid, uploads FROM accessPoint WHERE bssid = ?1", in: database)
        devicesOfAccessPoint = try Statement(
            "SELECT d.uuid, s.uploads, s.first, s.last, s.lowest, s.highest, s.mean FROM (SELECT device, "
                + "count(*) AS uploads, min(receivedAt) AS first, max(receivedAt) AS last, "
                + "min(session_link_indicator) AS lowest, max(session_link_indicator) AS highest, "
                + "avg(session_link_indicator) AS mean, max(id) AS newest FROM (SELECT id, device, receivedAt, "
                + "session_link_indicator FROM upload WHERE accessPoint = (SELECT id FROM accessPoint "
                + "WHERE bssid = ?1) ORDER BY id DESC LIMIT ?2) GROUP BY device) s "
                + "JOIN device d ON d.id = s.device ORDER BY s.newest DESC", in: database)
        uploadsOfAccessPoint = try Statement(
            uploads + "WHERE u.accessPoint = (SELECT id FROM accessPoint WHERE bssid = ?1) AND u.id < ?2 "
                + "ORDER BY u.id DESC LIMIT ?3", in: database)
    }

    /// Devices, the one that was heard last first.
    func devices(limit: Int, before: Int) throws(DatabaseFault) -> DevicePage {
        let found = try devices.rows(.integer(before), .integer(limit + 1), body: Self.record)
        return DevicePage(
            devices: Array(found.prefix(limit)), next: found.count > limit ? found[limit - 1].latest : nil)
    }

    /// What a device sent; nil when it is not known.
    func history(ofDevice id: String, limit: Int, before: Int) throws(DatabaseFault) -> DeviceHistory? {
        try snapshot { () throws(DatabaseFault) in
            guard let record = try device.rows(.text(id), body: Self.record).first else { return nil }
            let found = try uploadsOfDevice.rows(
                .text(id), .integer(before), .integer(limit + 1), body: UploadColumns.upload)
            return DeviceHistory(device: record, uploads: Array(found.prefix(limit)), next: Self.next(found, limit))
        }
    }

    /// What came by way of an access point; nil when it is not known.
    func history(ofAccessPoint bssid: String, limit: Int, before: Int) throws(DatabaseFault) -> AccessPointHistory? {
        try snapshot { () throws(DatabaseFault) in
            let facts = try accessPoint.rows(.text(bssid)) { ($0.text(0), $0.text(1), $0.integer(2) ?? 0) }
            guard let (name, ssid, uploads) = facts.first else { return nil }
            let devices = try devicesOfAccessPoint.rows(
                .text(bssid), .integer(ReporterLimits.summaryLimit), body: Self.device)
            let found = try uploadsOfAccessPoint.rows(
                .text(bssid), .integer(before), .integer(limit + 1), body: UploadColumns.upload)
            return AccessPointHistory(
                bssid: bssid, name: name, ssid: ssid, uploads: uploads,
                summary: IndicatorSummary(joining: devices.map(\.summary)), devices: Array(devices.prefix(limit)),
                deviceCount: devices.count, page: Array(found.prefix(limit)), next: Self.next(found, limit))
        }
    }

    /// Reads several things of one moment.
    private func snapshot<Result>(_ body: () throws(DatabaseFault) -> Result) throws(DatabaseFault) -> Result {
        try database.run("BEGIN")
        defer { database.rollBack() }
        return try body()
    }

    private static func next(_ found: [StoredUpload], _ limit: Int) -> Int? {
        found.count > limit ? found[limit - 1].id : nil
    }

    private static func record(_ row: borrowing Statement.Row) -> DeviceRecord {
        DeviceRecord(
            deviceID: row.text(0) ?? "", firstSeen: .init(milliseconds: row.integer(1) ?? 0),
            lastSeen: .init(milliseconds: row.integer(2) ?? 0), uploads: row.integer(3) ?? 0,
            latest: row.integer(4) ?? 0, version: row.text(5) ?? "", linkIndicator: row.integer(6) ?? 0,
            bssid: row.text(7), ssid: row.text(8), accessPointName: row.text(9))
    }

    private static func device(_ row: borrowing Statement.Row) -> AccessPointHistory.Device {
        AccessPointHistory.Device(
            deviceID: row.text(0) ?? "",
            summary: IndicatorSummary(
                uploads: row.integer(1) ?? 0, first: .init(milliseconds: row.integer(2) ?? 0),
                last: .init(milliseconds: row.integer(3) ?? 0), lowest: row.integer(4) ?? 0,
                highest: row.integer(5) ?? 0, mean: row.real(6) ?? 0))
    }
}

@available(*, unavailable)
extension ReporterReader: Sendable {}
