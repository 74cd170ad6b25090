/// A movie fragment and what became of the samples that were to go into it.
public struct MediaFragment: Hashable, Sendable {
    /// `styp`, `moof` and `mdat` (ISO/IEC 14496-12).
    public var bytes: [UInt8]
    /// Pictures and audio frames in it.
    public var samples: Int
    /// Pictures and audio frames that were left out: damaged, out of order, or before time 0.
    public var dropped: Int
}
