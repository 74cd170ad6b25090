/// How an announced channel is protected, as its announcement says.
public struct AnnouncedProtection: Hashable, Sendable {
    /// The code; the raw values are the words of the announcement's `fec.scheme`.
    public enum Scheme: String, Hashable, Sendable, CaseIterable {
        /// No repair packets.
        case none
        /// Simple Reed-Solomon of FECFRAME with 8-bit symbols (RFC 6865, encoding id 8); for objects, encoding id 5.
        case reedSolomon = "rs8"
        /// SMPTE 2022-1.
        case parity = "st2022-1"
    }

    /// The code.
    public var scheme: Scheme
    /// The evaluation points of a Reed-Solomon code as announced: "rizzo", "rfc5510" or "consecutive"; nil when not said.
    public var matrix: String?
    /// Source packets of one window (Reed-Solomon); 0 when not said.
    public var sourceCount: Int
    /// Repair packets of one window (Reed-Solomon); 0 when not said.
    public var repairCount: Int
    /// Bytes of one symbol (Reed-Solomon); 0 when not said.
    public var symbolLength: Int
    /// Columns of the grid (SMPTE 2022-1); 0 when not said.
    public var columns: Int
    /// Rows of the grid (SMPTE 2022-1); 0 when not said.
    public var rows: Int
    /// The UDP port of the repair packets in the channel's group; nil when not said.
    public var repairPort: UInt16?
    /// How long a window lasts, in milliseconds; 0 when not said.
    public var windowMs: Int

    /// States how a channel is protected.
    public init(
        scheme: Scheme = .none, matrix: String? = nil, sourceCount: Int = 0, repairCount: Int = 0,
        symbolLength: Int = 0, columns: Int = 0, rows: Int = 0, repairPort: UInt16? = nil, windowMs: Int = 0
    ) {
        self.scheme = scheme
        self.matrix = matrix
        self.sourceCount = sourceCount
        self.repairCount = repairCount
        self.symbolLength = symbolLength
        self.columns = columns
        self.rows = rows
        self.repairPort = repairPort
        self.windowMs = windowMs
    }
}
