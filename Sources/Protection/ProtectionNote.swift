public import NetworkFormats

/// Something noteworthy about a flow's protection, told once when it is seen.
public struct ProtectionNote: Hashable, Sendable {
    /// What was seen.
    public enum Kind: Hashable, Sendable {
        /// A window lost no more packets than it had repair packets and still could not be rebuilt.
        case notSeparable(window: Int64)
        /// Repair packets of an L·D beyond the limit, which are passed over.
        case gridRefused(columns: Int, rows: Int)
        /// The columns' first numbers fit no grid of L by D.
        case misaligned(columns: Int, rows: Int)
        /// A rebuilt packet failed its cross-check and was thrown away.
        case corrupt(number: Int64)
        /// The sender's numbers began anew.
        case sequenceReset
    }

    /// What was seen.
    public var kind: Kind
    /// When.
    public var moment: Moment

    /// States what was seen.
    public init(kind: Kind, moment: Moment) {
        self.kind = kind
        self.moment = moment
    }
}
