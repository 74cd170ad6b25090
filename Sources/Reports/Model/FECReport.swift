/// Forward error correction: which code, and what it gave back.
public struct FECReport: Sendable, Equatable {
    /// The code and its parameters.
    public enum Scheme: Sendable, Equatable {
        /// No repair packets.
        case none
        /// SMPTE 2022-1: a matrix of `columns` (L) by `rows` (D); whether its windows could be aligned with the sender's.
        case matrix(columns: Int, rows: Int, mode: MatrixMode, isAligned: Bool)
        /// Simple Reed–Solomon (RFC 6865): k sources, r repairs, evaluation points by name or "unknown".
        case reedSolomon(k: Int, r: Int, points: String)
        /// The carriers' Reed–Solomon: whole RTP packets, repaired by a flow that names their sequence numbers.
        case carrier(k: Int, r: Int, points: String)
    }

    /// Which repair flows of SMPTE 2022-1 there are.
    public enum MatrixMode: String, Sendable, CaseIterable {
        /// Column repairs only.
        case columns
        /// Row repairs only.
        case rows
        /// Both.
        case both
    }

    /// The code and its parameters.
    public var scheme: Scheme
    /// Repair packets that arrived.
    public var received: Int
    /// Source packets given back (of a truncated capture: that could be given back).
    public var recovered: Int
    /// Source packets that stayed missing.
    public var unrecovered: Int
    /// Windows whose rebuilt packets failed the cross-check.
    public var corrupt: Int
    /// Repair packets per source packet, nominally.
    public var overhead: Double
    /// The window in which packets first stayed missing; told in the finding.
    public var firstUnrecovered: Occurrence?

    /// The code and its results.
    public init(
        scheme: Scheme, received: Int = 0, recovered: Int = 0, unrecovered: Int = 0, corrupt: Int = 0,
        overhead: Double = 0, firstUnrecovered: Occurrence? = nil
    ) {
        self.scheme = scheme
        self.received = received
        self.recovered = recovered
        self.unrecovered = unrecovered
        self.corrupt = corrupt
        self.overhead = overhead
        self.firstUnrecovered = firstUnrecovered
    }
}
