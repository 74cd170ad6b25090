import Quality
import Timing

/// How an upload lies in its row: the columns, in the order of insertion and of reading.
enum UploadColumns {
    private static let own = [
        "device", "receivedAt", "timestamp", "version", "accessPoint", "interface", "ssid", "accessPointName",
        "frequencyMHz", "signalDbm", "noiseDbm", "quality", "receiveKbps", "sendKbps",
    ]

    /// The columns that hold statistics have their names.
    private static let statistics = StatKey.allCases.map(\.rawValue)

    static let insertion: String = {
        let columns = own + statistics
        let places = columns.indices.map { "?\($0 + 1)" }
        return "INSERT INTO upload (\(columns.joined(separator: ", "))) VALUES (\(places.joined(separator: ", ")))"
    }()

    /// The columns of a reading query, of `u` for the upload, `d` for its device and `a` for its access point.
    static let selection: String =
        (["u.id", "d.uuid", "a.bssid", "coalesce(u.accessPointName, a.name)"]
        + own.filter { !["device", "accessPoint", "accessPointName"].contains($0) }.map { "u.\($0)" }
        + statistics.map { "u.\($0)" }).joined(separator: ", ")

    /// The values of `insertion`.
    static func values(
        _ upload: ReporterUpload, device: Int, accessPoint: Int?, receivedAt: StreamTime
    ) -> [Statement.Value] {
        let wireless = upload.wireless
        let own: [Statement.Value] = [
            .integer(device), .integer(receivedAt.milliseconds), .integer(upload.timestamp.milliseconds),
            .text(upload.version), .integer(accessPoint), .text(wireless.interface), .text(wireless.ssid),
            .text(wireless.accessPointName), .integer(wireless.frequencyMHz), .integer(wireless.signalDbm),
            .integer(wireless.noiseDbm), .real(wireless.quality), .integer(wireless.receiveKbps),
            .integer(wireless.sendKbps),
        ]
        return own
            + StatKey.allCases.map { key in
                switch upload.statistics.value(of: key) {
                case .text(let text): .text(text)
                case .number(let number): .integer(number)
                }
            }
    }

    /// The upload of a row of `selection`.
    static func upload(_ row: borrowing Statement.Row) -> StoredUpload {
        var wireless = ReportedWireless()
        wireless.bssid = row.text(2)
        wireless.accessPointName = row.text(3)
        wireless.interface = row.text(7)
        wireless.ssid = row.text(8)
        wireless.frequencyMHz = row.integer(9)
        wireless.signalDbm = row.integer(10)
        wireless.noiseDbm = row.integer(11)
        wireless.quality = row.real(12)
        wireless.receiveKbps = row.integer(13)
        wireless.sendKbps = row.integer(14)
        var statistics = SessionStatistics()
        for (index, key) in StatKey.allCases.enumerated() {
            switch key {
            case .announcementSessionID: statistics.sessionID = row.text(15 + index) ?? ""
            case .announcementSessionTitle: statistics.sessionTitle = row.text(15 + index) ?? ""
            default: statistics[key] = row.integer(15 + index) ?? 0
            }
        }
        let upload = ReporterUpload(
            deviceID: row.text(1) ?? "", version: row.text(6) ?? "",
            timestamp: StreamTime(milliseconds: row.integer(5) ?? 0), statistics: statistics, wireless: wireless)
        return StoredUpload(
            id: row.integer(0) ?? 0, receivedAt: StreamTime(milliseconds: row.integer(4) ?? 0), upload: upload)
    }
}

extension StreamTime {
    /// Whole milliseconds since 1970, rounded down.
    var milliseconds: Int { Int(roundedDown(to: StreamDuration(nanoseconds: 1_000_000)).nanoseconds / 1_000_000) }

    /// The instant `milliseconds` after 1970; what 64 bits of nanoseconds do not reach stops at their ends.
    init(milliseconds: Int) {
        let (nanoseconds, isOver) = Int64(milliseconds).multipliedReportingOverflow(by: 1_000_000)
        self.init(nanoseconds: isOver ? (milliseconds < 0 ? .min : .max) : nanoseconds)
    }
}
