public import Foundation
import MediaIO
import Playback
import Timing

/// A decoded picture that is due: 8-bit samples of luma, and chroma at half the size both ways (4:2:0).
public struct SVMVideoFrame: Sendable {
    private let played: PlayedPicture

    init(_ played: PlayedPicture) { self.played = played }

    /// Luma samples in a row.
    public var width: Int { played.picture.width }
    /// Luma rows.
    public var height: Int { played.picture.height }
    /// When the picture was taken, as nanoseconds since 1970-01-01T00:00:00Z.
    public var timeNanoseconds: Int64 { played.time.nanoseconds }
    /// When the picture was taken.
    public var date: Date { Date(timeIntervalSince1970: Double(timeNanoseconds) / 1e9) }

    /// Lends the samples of plane 0 (luma), 1 (blue) or 2 (red), row after row from the top, `stride` bytes from one to the next.
    ///
    /// Nil for any other plane.
    public func withPlane<Result>(_ index: Int, _ body: (_ samples: RawSpan, _ stride: Int) -> Result) -> Result? {
        guard played.picture.planes.indices.contains(index) else { return nil }
        let plane = played.picture.planes[index]
        return plane.withBytes { body($0, plane.stride) }
    }
}
