import Bytes
public import Timing

/// Writes the classic capture format; the bytes come back in pieces, to be put one behind the other.
public struct PCAPWriter: Sendable {
    private let linkType: LinkType
    private let hasNanoseconds: Bool
    private let isBigEndian: Bool
    private let snapLength: UInt32

    /// Decides how to write: with stamps in nanoseconds or microseconds, in either byte order.
    public init(
        linkType: LinkType, hasNanoseconds: Bool = true, isBigEndian: Bool = false, snapLength: UInt32 = 262_144
    ) {
        self.linkType = linkType
        self.hasNanoseconds = hasNanoseconds
        self.isBigEndian = isBigEndian
        self.snapLength = snapLength
    }

    /// The 24 bytes that begin the file.
    public func header() -> [UInt8] {
        var output = OrderedWriter(isBigEndian: isBigEndian, capacity: 24)
        output.write(hasNanoseconds ? 0xa1b2_3c4d as UInt32 : 0xa1b2_c3d4)
        output.write(2 as UInt16)
        output.write(4 as UInt16)
        output.write(0 as UInt64)
        output.write(snapLength)
        output.write(linkType.rawValue)
        return output.bytes
    }

    /// One record: what was stored of a frame, when it came, and how long it was on the wire.
    ///
    /// Without a `wireLength` it was as long as what was stored; instants before 1970 or after 2106 become the nearest
    /// that the format knows.
    public func frame(_ bytes: [UInt8], at time: StreamTime, wireLength: Int? = nil) -> [UInt8] {
        var output = OrderedWriter(isBigEndian: isBigEndian, capacity: 16 + bytes.count)
        let nanoseconds = max(0, time.nanoseconds)
        let fraction = nanoseconds % 1_000_000_000
        output.write(UInt32(clamping: nanoseconds / 1_000_000_000))
        output.write(UInt32(clamping: hasNanoseconds ? fraction : fraction / 1_000))
        output.write(UInt32(clamping: bytes.count))
        output.write(UInt32(clamping: wireLength ?? bytes.count))
        output.write(contentsOf: bytes)
        return output.bytes
    }
}
