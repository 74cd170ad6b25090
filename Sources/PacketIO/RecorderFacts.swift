/// How far a recording has come.
public struct RecorderFacts: Hashable, Sendable {
    /// Datagrams in its files.
    public var datagrams: UInt64 = 0
    /// Datagrams left out because the disk was full or too slow.
    public var missed: UInt64 = 0
    /// Bytes in its files.
    public var bytes: UInt64 = 0
    /// Files begun, those included that made way for newer ones.
    public var files = 1
    /// Why it does not go on at the moment; at the end, why the end is missing.
    public var failure: RecorderFailure?

    /// Nothing recorded yet.
    public init() {}
}
