/// Where the bytes of an object go as they become known.
protocol ObjectTarget {
    /// Takes `bytes`, not known before, which lie at `offset` of object `serial`.
    mutating func put(_ bytes: RawSpan, at offset: UInt64, of serial: UInt64)
}
