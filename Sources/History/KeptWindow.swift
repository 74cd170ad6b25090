public import Protection

/// A protection window of the channel's past.
public struct KeptWindow: Hashable, Sendable {
    /// What became of it.
    public var record: WindowRecord
    /// The run of the RTP numbering that its numbers belong to, from 1; 0 without RTP.
    public var run: Int32

    /// States a window.
    public init(record: WindowRecord, run: Int32) {
        self.record = record
        self.run = run
    }
}
