import PacketIO
import StadiumVisionSDK
import TestSupport

/// A view that reads the number in each picture it is to show, and when it was to show it.
final class NumberedView: SVMVideoView {
    /// A picture that was shown.
    struct Shown: Sendable, Equatable {
        /// The number in it; nil when it cannot be read.
        var number: Int?
        /// Its picture time, in nanoseconds.
        var time: Int64
        /// When it was shown, by the steady clock, in nanoseconds.
        var instant: Int64
    }

    private let pictures = Guarded<[Shown]>([])

    /// All pictures so far.
    var shown: [Shown] { pictures.withLock { $0 } }

    func renderFrame(_ frame: SVMVideoFrame) {
        let instant = Self.now
        let (width, height) = (frame.width, frame.height)
        let number = frame.withPlane(0) { samples, stride in
            PictureNumber.read(samples, width: width, height: height, stride: stride)
        }
        pictures.withLock { $0.append(Shown(number: number ?? nil, time: frame.timeNanoseconds, instant: instant)) }
    }

    /// The steady clock.
    static var now: Int64 { SystemClock().read().monotonic }
}
