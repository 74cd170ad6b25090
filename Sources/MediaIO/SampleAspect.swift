import CLibAV

/// How wide a sample of a picture is for its height, where it is no square: 64 to 45 for 720 by 576 samples shown as 16:9.
public struct SampleAspect: Hashable, Sendable {
    /// The width, in some unit; more than 0.
    public var width: Int
    /// The height, in the same unit; more than 0.
    public var height: Int

    /// No sample that is more than so many times as wide as high, or as high as wide, is believed.
    private static let limit = 16

    /// The shape that libav names; nil when it names none, a square, or a shape that nobody believes.
    init?(_ ratio: AVRational) { self.init(Int(ratio.num), by: Int(ratio.den)) }

    /// A shape; nil for a square, and for what nobody believes.
    init?(_ width: Int, by height: Int) {
        guard width > 0, height > 0, width != height, width <= Self.limit * height, height <= Self.limit * width else {
            return nil
        }
        (self.width, self.height) = (width, height)
    }

    /// The shape as libav takes it.
    var ratio: AVRational { AVRational(num: Int32(clamping: width), den: Int32(clamping: height)) }
}
