/// Whether the service is there for a fan.
public enum SVMServiceState: UInt, Sendable, Hashable, CaseIterable {
    /// It is not; notifications say why.
    case down = 0
    /// It is.
    case up = 1

    /// Compares with the number of a notification, as the guide's example does.
    public static func == (number: UInt, state: SVMServiceState) -> Bool { number == state.rawValue }
}

/// Why the service is down (Table 3), as bits in the order in which the guide's example looks at them.
public struct SVMServiceDownReason: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt

    /// Reasons with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The bits that a notification's number shares with a reason, as the guide's example asks for them.
    public static func & (bitmap: UInt, reason: SVMServiceDownReason) -> UInt { bitmap & reason.rawValue }
}
