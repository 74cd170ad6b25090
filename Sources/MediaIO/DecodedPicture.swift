public import TransportStream

/// A decoded picture: planes of 8-bit samples, luma first, chroma at half the size both ways (4:2:0).
///
/// The samples stay where the decoder wrote them: a picture costs its memory until the last reference goes.
public final class DecodedPicture: Sendable {
    /// One plane: rows from the top, each `stride` bytes from the one before.
    public struct Plane: Sendable {
        /// Samples in a row.
        public let width: Int
        /// Rows.
        public let height: Int
        /// Bytes from one row to the next, at least `width`.
        public let stride: Int
        private let buffer: PictureBuffer
        private let number: Int

        init(_ buffer: PictureBuffer, _ number: Int) {
            // 4:2:0: an odd last column or row has a chroma sample of its own (ITU-T H.264, 6.2).
            width = number == 0 ? buffer.width : (buffer.width + 1) / 2
            height = number == 0 ? buffer.height : (buffer.height + 1) / 2
            stride = buffer.stride(of: number)
            self.buffer = buffer
            self.number = number
        }

        /// Lends the plane's bytes, from its first sample to its last: `stride` · (`height` - 1) + `width` of them.
        public func withBytes<Result, Failure: Error>(
            _ body: (RawSpan) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try buffer.withBytes(of: number, count: stride * (height - 1) + width, body)
        }
    }

    /// When it is presented, in 1/90000 s on the time line of its run.
    public let pts: Int64
    /// Y, Cb and Cr.
    public let planes: [Plane]
    /// Whether something of it, or of what it was predicted from, was missing or broken, as far as the decoder says so.
    ///
    /// libavcodec says it of H.264 and MPEG video; of HEVC it says only what it gives up.
    public let isDamaged: Bool
    /// What holds the samples.
    let buffer: PictureBuffer

    /// The picture that `buffer` holds in 4:2:0, 8 bits; nil when it does not.
    ///
    /// Units of `damagedTimes` were given up.
    init?(_ buffer: PictureBuffer, pts: Int64, _ damagedTimes: [Int64]) {
        let planes = (0..<3).map { Plane(buffer, $0) }
        guard buffer.height > 0, buffer.holds(planes) else { return nil }
        self.pts = buffer.time(else: pts)
        self.planes = planes
        self.buffer = buffer
        isDamaged = buffer.isDamaged || damagedTimes.contains(self.pts)
    }

    /// Luma samples in a row.
    public var width: Int { planes[0].width }
    /// Luma rows.
    public var height: Int { planes[0].height }

    /// The size that shows it undistorted: its rows, and as many columns as the shape of its samples makes of them.
    public var displaySize: PictureSize {
        guard let aspect = buffer.sampleAspect else { return PictureSize(width: width, height: height) }
        return PictureSize(width: max(1, (2 * width * aspect.width / aspect.height + 1) / 2), height: height)
    }
}
