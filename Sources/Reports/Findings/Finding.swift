public import Timing

/// Something a person should look at: what it is, where it is, how much, and what is allowed.
public struct Finding: Sendable, Equatable {
    /// How much it matters; orders from information to error.
    public enum Severity: String, Sendable, Comparable, CaseIterable {
        /// Good to know.
        case info
        /// Something is not as it should be; what people see is whole.
        case warning
        /// What people see, or what this report says, is not whole.
        case error

        /// Information before warnings before errors.
        public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .info: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// The id of the finding that there is no channel.
    static let noChannelID = "capture.noChannel"

    /// The rule's name, such as "rtp.loss": stable, for scripts.
    public var id: String
    /// How much it matters.
    public var severity: Severity
    /// The id of the channel it is about; nil for the capture as a whole.
    public var channel: String?
    /// When it happened first; nil when it has no instant.
    public var time: StreamTime?
    /// The frame to look at, counted from 1 as Wireshark does.
    public var frame: UInt64?
    /// How much was measured.
    public var value: Double?
    /// The unit of `value` and `limit`, such as "packets".
    public var unit: String?
    /// What is allowed.
    public var limit: Double?
    /// One sentence for a person.
    public var text: String

    /// A finding; whatever is not given does not apply.
    public init(
        id: String, severity: Severity, channel: String? = nil, time: StreamTime? = nil, frame: UInt64? = nil,
        value: Double? = nil, unit: String? = nil, limit: Double? = nil, text: String
    ) {
        self.id = id
        self.severity = severity
        self.channel = channel
        self.time = time
        self.frame = frame
        self.value = value
        self.unit = unit
        self.limit = limit
        self.text = text
    }
}
