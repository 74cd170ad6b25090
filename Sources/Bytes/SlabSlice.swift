/// Some filled bytes of a slab, kept alive by whoever holds this value.
public struct SlabSlice: Sendable {
    /// The slab.
    public let slab: Slab
    /// Where the bytes lie in it.
    public let range: Range<Int>

    /// The bytes of `slab` in `range`, which must be filled already and stay as they are.
    public init(_ slab: Slab, _ range: Range<Int>) {
        self.slab = slab
        self.range = range
    }

    /// How many bytes.
    public var count: Int { range.count }
}
