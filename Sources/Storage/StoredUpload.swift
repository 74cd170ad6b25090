public import Timing

/// An upload as it was kept.
public struct StoredUpload: Hashable, Sendable {
    /// Its number; later ones are larger.
    public var id: Int
    /// When it came, by this machine's clock, to the millisecond.
    public var receivedAt: StreamTime
    /// What was sent.
    public var upload: ReporterUpload
}
