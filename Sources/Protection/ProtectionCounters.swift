/// How a flow is protected and what that was worth.
public struct ProtectionCounters: Hashable, Sendable {
    /// How the windows of a flow are cut.
    public enum Scheme: Hashable, Sendable {
        /// Not known yet.
        case undecided
        /// Without repair packets: slots of time.
        case none
        /// SMPTE 2022-1.
        case parity
        /// Simple Reed-Solomon (RFC 6865).
        case reedSolomon
        /// The carriers' Reed-Solomon code.
        case carrier
    }

    /// How the windows are cut.
    public var scheme = Scheme.undecided
    /// Columns of the grid, L; 0 without protection.
    public var columns = 0
    /// Rows of the grid, D; 0 without protection, 1 when only rows are protected.
    public var rows = 0
    /// Whether column repair packets were seen.
    public var hasColumnRepair = false
    /// Whether row repair packets were seen.
    public var hasRowRepair = false
    /// Whether the columns' first numbers fit a grid of L by D.
    public var isAligned = true
    /// Source packets of a window of a Reed-Solomon code, k; 0 without one.
    public var sources = 0
    /// Repair packets of a window of a Reed-Solomon code: as announced, else as seen; 0 without one.
    public var repairs = 0
    /// The evaluation points of a Reed-Solomon code, such as "rizzo", or "learned"; nil while they are not known.
    public var points: String?
    /// Distinct repair packets that arrived.
    public var received = 0
    /// Missing source packets that were rebuilt.
    public var recovered = 0
    /// Source packets that were missing when their window closed and were not rebuilt.
    public var unrecovered = 0
    /// Rebuilt packets that failed their cross-check.
    public var corrupt = 0

    /// Nothing known.
    public init() {}

    /// Repair packets a window is sent with: L and D, as far as either kind was seen.
    public var capacity: Int { (hasColumnRepair ? columns : 0) + (hasRowRepair ? rows : 0) }

    /// Repair packets per source packet as the scheme has it, not as they arrived.
    public var overhead: Double {
        if sources > 0 { return Double(repairs) / Double(sources) }
        let grid = columns * rows
        return grid > 0 ? Double(capacity) / Double(grid) : 0
    }
}
