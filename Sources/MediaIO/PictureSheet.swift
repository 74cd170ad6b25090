public import Bytes
import CLibAV
public import TransportStream

/// A black sheet onto which decoded pictures are drawn, and which becomes a JPEG file.
///
/// Contract behind `@unchecked Sendable`: it cannot be copied and every call of a library is mutating, so that only the thread
/// that owns it at the moment touches the frame.
public struct PictureSheet: ~Copyable, @unchecked Sendable {
    /// Samples in a row, or rows, of the largest sheet.
    public static let sideLimit = 4_096

    /// Its size in samples.
    public let size: PictureSize
    private let frame: UnsafeMutablePointer<AVFrame>
    private var scaler = PictureScaler()

    /// A black sheet; each side has 1 to ``sideLimit`` samples.
    public init(_ size: PictureSize) throws(MediaFailure) {
        let sides = 1...Self.sideLimit
        guard sides.contains(size.width), sides.contains(size.height) else { throw Self.outOfBounds }
        guard let made = PictureScaler.frame(width: size.width, height: size.height) else {
            throw .encoderFailed(LibAVError(code: clibav_error(ENOMEM)))
        }
        self.size = size
        frame = made
        let planes = Self.planes(of: made)
        for (number, plane) in planes.enumerated() {
            guard let start = plane.start else { continue }
            let rows = number == 0 ? size.height : (size.height + 1) / 2
            // Full range: black is 0, and no colour is 128.
            start.update(repeating: number == 0 ? 0 : 128, count: plane.stride * rows)
        }
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }

    /// Draws `picture` so that it fills `width` by `height` samples whose upper left corner is at `x` and `y`, both even.
    ///
    /// What would lie beyond the sheet is refused.
    public mutating func draw(
        _ picture: DecodedPicture, x: Int = 0, y: Int = 0, width: Int, height: Int
    ) throws(MediaFailure) {
        guard x >= 0, y >= 0, x % 2 == 0, y % 2 == 0, width > 0, height > 0, width <= size.width - x,
            height <= size.height - y
        else { throw Self.outOfBounds }
        var scaled = scaler.scale(picture.buffer, width: width, height: height)
        defer { av_frame_free(&scaled) }
        guard let scaled else { throw .encoderFailed(LibAVError(code: clibav_error(ENOMEM))) }
        let sources = Self.planes(of: scaled)
        let targets = Self.planes(of: frame)
        for (number, source) in sources.enumerated() {
            let shift = number == 0 ? 0 : 1
            let target = targets[number]
            guard let from = source.start, let to = target.start else { continue }
            let columns = (width + shift) >> shift
            for row in 0..<((height + shift) >> shift) {
                to.advanced(by: ((y >> shift) + row) * target.stride + (x >> shift))
                    .update(from: from.advanced(by: row * source.stride), count: columns)
            }
        }
    }

    /// The sheet as a JPEG file.
    public mutating func jpeg() throws(MediaFailure) -> SliceList { SliceList(copying: try JPEGEncoder.encode(frame)) }

    private static let outOfBounds = MediaFailure.encoderFailed(LibAVError(code: clibav_error(EINVAL)))

    private static func planes(
        of frame: UnsafeMutablePointer<AVFrame>
    ) -> [(start: UnsafeMutablePointer<UInt8>?, stride: Int)] {
        [
            (frame.pointee.data.0, Int(frame.pointee.linesize.0)),
            (frame.pointee.data.1, Int(frame.pointee.linesize.1)),
            (frame.pointee.data.2, Int(frame.pointee.linesize.2)),
        ]
    }
}
