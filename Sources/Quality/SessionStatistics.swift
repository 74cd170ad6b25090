/// The statistics of a device's session: every key of the guide's Table 2-20 has a value, 0 or "" before there is one.
///
/// Keys of announcements and uploads count since the start; those of windows and of the session since it was opened.
public struct SessionStatistics: Hashable, Sendable {
    /// The value of a key.
    public enum Value: Hashable, Sendable {
        /// A text.
        case text(String)
        /// A counter, or the indicator.
        case number(Int)
    }

    private var numbers: [StatKey: Int] = [:]
    /// The id of the tuned session; empty before the first.
    public var sessionID = ""
    /// The title of the tuned session; empty before the first.
    public var sessionTitle = ""

    /// All zero.
    public init() {}

    /// The number of a key that has one; what is set for the two keys with texts is ignored.
    public subscript(_ key: StatKey) -> Int {
        get { numbers[key] ?? 0 }
        set { if key != .announcementSessionID, key != .announcementSessionTitle { numbers[key] = newValue } }
    }

    /// The value of a key, as the guide types it.
    public func value(of key: StatKey) -> Value {
        switch key {
        case .announcementSessionID: .text(sessionID)
        case .announcementSessionTitle: .text(sessionTitle)
        default: .number(self[key])
        }
    }
}
