/// The shape of SMPTE 2022-1 protection and how its sender times it.
public struct ParityLayout: Hashable, Sendable {
    /// When repair packets are sent, and what their RTP headers say.
    public enum Timing: Hashable, Sendable {
        /// As FFmpeg's `prompeg` does: a row's packet behind the first source of the next row, column c of a block
        /// behind source c·D of the next block; its time stamp is that of the first source it protects.
        case ffmpeg
        /// As GStreamer's `rtpst2022-1-fecenc` does: a row's packet before the row's last source, column c of a block
        /// before source c·D of the next block; its time stamp is that of the source that it precedes.
        case gstreamer
    }

    /// L: packets in a row, 1…255.
    public var columns: Int
    /// D: packets in a column, 1…255.
    public var rows: Int
    /// Whether columns are protected (on port + 2).
    public var protectsColumns: Bool
    /// Whether rows are protected (on port + 4).
    public var protectsRows: Bool
    /// When repair packets are sent.
    public var timing: Timing

    /// L · D with columns, rows or both protected.
    public init(
        columns: Int, rows: Int, protectsColumns: Bool = true, protectsRows: Bool = true, timing: Timing = .ffmpeg
    ) {
        self.columns = columns
        self.rows = rows
        self.protectsColumns = protectsColumns
        self.protectsRows = protectsRows
        self.timing = timing
    }

    /// L · D.
    public var blockSize: Int { columns * rows }
}
