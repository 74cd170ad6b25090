/// A decoded picture: planes of 8-bit samples, luma first, chroma at half the size both ways (4:2:0).
public final class DecodedPicture: Sendable {
    /// One plane: rows from the top, each `stride` bytes from the one before.
    public struct Plane: Sendable {
        /// Samples in a row.
        public let width: Int
        /// Rows.
        public let height: Int
        /// Bytes from one row to the next.
        public let stride: Int
        let bytes: [UInt8]

        /// Lends the plane's bytes, `stride` · `height` of them.
        public func withBytes<Result, Failure: Error>(
            _ body: (RawSpan) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try body(bytes.span.bytes)
        }
    }

    /// When it is presented, in 1/90000 s on the time line of its run.
    public let pts: Int64
    /// Y, Cb and Cr.
    public let planes: [Plane]

    /// A picture of three planes.
    init(pts: Int64, planes: [Plane]) {
        self.pts = pts
        self.planes = planes
    }

    /// Luma samples in a row.
    public var width: Int { planes[0].width }
    /// Luma rows.
    public var height: Int { planes[0].height }
}
