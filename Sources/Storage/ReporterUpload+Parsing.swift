import Clips
import NetworkFormats
import Quality
import Timing
import VenueSettings

extension ReporterUpload {
    /// The most bytes of an upload.
    public static let sizeLimit = 65_536
    /// The most bytes of the version's text.
    static let versionLimit = 128
    /// The most bytes of a text among the statistics.
    static let statisticLimit = 1_024
    /// The most bytes of a name in what is said of the Wi-Fi; an SSID has at most 32 octets.
    static let nameLimit = 256
    /// What every JSON reader gets right (RFC 8259, section 6): up to 2 to the power of 53, less one.
    static let countRange = 0...9_007_199_254_740_991
    /// The link indicator (SDK semantics 3.3).
    static let indicatorRange = 0...10
    static let decibelRange = -200...100
    static let frequencyRange = 0...1_000_000
    static let rateRange = 0...1_000_000_000

    /// Reads the body of an upload.
    ///
    /// All 25 statistics are wanted; what this version does not know is passed over.
    public init(parsing bytes: [UInt8]) throws(UploadFault) {
        guard bytes.count <= Self.sizeLimit else { throw .tooLong(bytes: bytes.count) }
        guard JSONValue.isNested(bytes) else { throw .notJSON("brackets nest too deep") }
        do throws(ConfigurationError) {
            var root = try SettingsReader(parsing: bytes, limit: Self.sizeLimit)
            deviceID = try Self.deviceID(&root)
            version = try Self.text("version", of: &root, limit: Self.versionLimit)
            timestamp = try Self.timestamp(&root)
            let form = "an object with the 25 statistics"
            guard var stats = try root.object("stats") else { throw .missing(path: "stats", wanted: form) }
            statistics = try Self.statistics(&stats)
            guard var wifi = try root.object("wifiInfo") else {
                throw .missing(path: "wifiInfo", wanted: "an object, empty when there is no Wi-Fi")
            }
            wireless = try ReportedWireless(&wifi)
        } catch {
            if case .notJSON(let reason) = error { throw .notJSON(reason) }
            throw .shape("\(error)")
        }
    }

    private static func deviceID(_ root: inout SettingsReader) throws(ConfigurationError) -> String {
        let form = "a UUID such as 123e4567-e89b-12d3-a456-426614174000"
        guard let text = try root.text("deviceUUID", wanted: form) else {
            throw .missing(path: "deviceUUID", wanted: form)
        }
        guard let id = canonical(deviceID: text) else {
            throw .outOfRange(path: "deviceUUID", got: "another text", wanted: form)
        }
        return id
    }

    private static func timestamp(_ root: inout SettingsReader) throws(ConfigurationError) -> StreamTime {
        let form = "an instant such as 2026-01-01T12:00:00.000Z (RFC 3339)"
        guard let text = try root.text("timestamp", wanted: form) else {
            throw .missing(path: "timestamp", wanted: form)
        }
        guard let time = StreamTime(rfc3339: text) else {
            throw .outOfRange(path: "timestamp", got: "another text", wanted: form)
        }
        return time.roundedDown(to: StreamDuration(nanoseconds: 1_000_000))
    }

    private static func statistics(_ reader: inout SettingsReader) throws(ConfigurationError) -> SessionStatistics {
        var statistics = SessionStatistics()
        for key in StatKey.allCases {
            switch key {
            case .announcementSessionID:
                statistics.sessionID = try text(key.rawValue, of: &reader, limit: statisticLimit)
            case .announcementSessionTitle:
                statistics.sessionTitle = try text(key.rawValue, of: &reader, limit: statisticLimit)
            default:
                let range = key == .linkIndicator ? indicatorRange : countRange
                guard let number = try reader.integer(key.rawValue, in: range) else {
                    throw .missing(
                        path: reader.path(to: key.rawValue),
                        wanted: "a whole number from \(range.lowerBound) to \(range.upperBound)")
                }
                statistics[key] = number
            }
        }
        return statistics
    }

    private static func text(
        _ key: String, of reader: inout SettingsReader, limit: Int
    ) throws(ConfigurationError) -> String {
        guard let text = try reader.boundedText(key, limit: limit) else {
            throw .missing(path: reader.path(to: key), wanted: SettingsReader.boundedForm(limit))
        }
        return text
    }
}

extension ReportedWireless {
    /// Reads what a device says of its Wi-Fi; `null` and what is absent are alike.
    init(_ reader: inout SettingsReader) throws(ConfigurationError) {
        self.init()
        let limit = ReporterUpload.nameLimit
        interface = try reader.boundedText("interface", limit: limit)
        ssid = try reader.boundedText("ssid", limit: limit)
        accessPointName = try reader.boundedText("apName", limit: limit)
        let form = "an address such as 00:1b:2c:3d:4e:5f"
        if let text = try reader.boundedText("bssid", limit: limit), !text.isEmpty {
            guard let canonical = VenueConfiguration.canonical(bssid: text) else {
                throw .outOfRange(path: reader.path(to: "bssid"), got: "another text", wanted: form)
            }
            bssid = canonical
        }
        frequencyMHz = try reader.integer("frequencyMHz", in: ReporterUpload.frequencyRange)
        signalDbm = try reader.integer("signalDbm", in: ReporterUpload.decibelRange)
        noiseDbm = try reader.integer("noiseDbm", in: ReporterUpload.decibelRange)
        quality = try reader.number("quality", in: 0...1)
        receiveKbps = try reader.integer("receiveKbps", in: ReporterUpload.rateRange)
        sendKbps = try reader.integer("sendKbps", in: ReporterUpload.rateRange)
    }
}

extension SettingsReader {
    fileprivate static func boundedForm(_ limit: Int) -> String { "a text of at most \(limit) bytes" }

    /// A text, perhaps empty, of at most `limit` bytes.
    fileprivate mutating func boundedText(_ key: String, limit: Int) throws(ConfigurationError) -> String? {
        guard let text = try anyText(key) else { return nil }
        guard text.utf8.count <= limit else {
            throw .outOfRange(
                path: path(to: key), got: "a text of \(text.utf8.count) bytes", wanted: Self.boundedForm(limit))
        }
        return text
    }
}
