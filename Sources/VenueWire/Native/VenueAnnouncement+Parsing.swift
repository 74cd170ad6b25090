import Bytes
import NetworkFormats

extension VenueAnnouncement {
    /// The major version that we read; any minor version of it is accepted.
    public static let majorVersion = 1
    /// A body of more bytes is no announcement: what SAP may inflate to.
    public static let bodyLimit = SAPPacket.inflatedLimit
    /// Longer names and texts are cut, in Unicode scalars.
    public static let textLimit = 1_024
    /// Longer ids are cut, in Unicode scalars.
    public static let idLimit = 256
    /// The time between two announcements when none is said, in milliseconds.
    public static let usualPeriodMs = 1_000
    /// A longer time between announcements counts as this, in milliseconds.
    public static let periodLimitMs = 3_600_000

    /// Reads the body of an announcement.
    ///
    /// Unknown keys are passed over; of optional ones, a value of the wrong type or out of range counts as absent.
    public init(parsing body: RawSpan) throws(AnnouncementFault) {
        guard body.byteCount <= Self.bodyLimit else { throw .invalidJSON(offset: Self.bodyLimit) }
        let root: JSONNode
        do {
            root = try JSONReader.value(of: body.copied())
        } catch {
            throw .invalidJSON(offset: error.offset)
        }
        guard case .object = root else { throw .invalidJSON(offset: 0) }
        let version = root["version"]?.text
        guard let version, Self.isReadable(version: version) else { throw .version(version) }
        let id = try Self.text(root["streamer"]?["id"], "streamer.id", limit: Self.idLimit)
        let sessionID = try Self.text(root["sessionId"], "sessionId", limit: Self.idLimit)
        guard let license = root["license"], case .object = license else { throw .malformed(field: "license") }
        self.init(
            version: version, streamer: Streamer(id: id, name: Self.text(root["streamer"]?["name"])),
            sessionID: sessionID, title: Self.text(root["title"]), sequence: root["seq"]?.whole ?? 0,
            periodMs: root["periodMs"]?.whole.flatMap { Self.period($0) } ?? Self.usualPeriodMs,
            license: License(
                venueName: Self.text(license["venueName"]), contentOwner: Self.text(license["contentOwner"]),
                appDeveloper: Self.text(license["appDeveloper"])),
            channel: try AnnouncedChannel(root["channel"]))
    }

    private static func period(_ milliseconds: UInt64) -> Int? {
        milliseconds == 0 ? nil : Int(min(milliseconds, UInt64(periodLimitMs)))
    }

    /// Whether `version` is two numbers with a dot between them, the first of which is ours.
    private static func isReadable(version: String) -> Bool {
        let parts = version.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { 0x30...0x39 ~= $0 } }) else {
            return false
        }
        return Substring(parts[0]) == "\(majorVersion)"
    }

    static func text(_ node: JSONNode?, _ path: String, limit: Int) throws(AnnouncementFault) -> String {
        guard let text = node?.text else { throw .malformed(field: path) }
        return text.announced(limit: limit)
    }

    /// An optional text; empty when it is absent.
    static func text(_ node: JSONNode?) -> String { (node?.text ?? "").announced(limit: textLimit) }
}

extension String {
    /// The text in Unicode's normal form C, cut at `limit` Unicode scalars.
    func announced(limit: Int) -> String {
        utf8.count <= limit ? normalFormC : String(String.UnicodeScalarView(unicodeScalars.prefix(limit))).normalFormC
    }
}
