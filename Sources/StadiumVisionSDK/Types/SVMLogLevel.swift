/// How much the SDK writes to standard error (Table 2-6).
public enum SVMLogLevel: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// What a person should know: starts and stops, lists, the service, what goes wrong.
    case info
    /// Also every call, state of the player, message and file.
    case debug

    /// Whether `left` says less than `right`.
    public static func < (left: SVMLogLevel, right: SVMLogLevel) -> Bool { left.rawValue < right.rawValue }

    var word: String { self == .info ? "INFO" : "DEBUG" }
}
