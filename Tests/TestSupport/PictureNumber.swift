/// A number that a picture carries in itself as black and white blocks, which survive coding and scaling.
///
/// 24 bits and 8 check bits fill the upper half of the picture: 8 columns and 4 rows, the lowest bits first, white for 1.
public enum PictureNumber {
    /// Blocks side by side.
    public static let columns = 8
    /// Rows of blocks.
    public static let rows = 4
    /// Bits of the number; the blocks behind them hold the check.
    public static let bits = 24

    /// The blocks of `number`, bit by bit: the number, and above it the exclusive or of its three bytes and 0xA5.
    public static func code(of number: Int) -> UInt32 {
        let low = UInt32(truncatingIfNeeded: number) & 0xFF_FFFF
        return low | ((low ^ low >> 8 ^ low >> 16 ^ 0xA5) & 0xFF) << 24
    }

    /// The number that a luma plane shows; nil when a block is neither black nor white, or the check is wrong.
    ///
    /// Give the plane's rows from the top, each `stride` bytes from the one before.
    public static func read(_ luma: RawSpan, width: Int, height: Int, stride: Int) -> Int? {
        guard width >= columns * 4, height >= rows * 8, stride >= width,
            luma.byteCount >= stride * (height - 1) + width
        else { return nil }
        var code: UInt32 = 0
        for bit in 0..<(columns * rows) {
            let across = width / columns
            let down = height / 2 / rows
            let left = bit % columns * width / columns + across / 4
            let top = bit / columns * height / (2 * rows) + down / 4
            guard let isWhite = block(luma, stride, left, top, max(1, across / 2), max(1, down / 2)) else { return nil }
            if isWhite { code |= 1 << UInt32(bit) }
        }
        let number = Int(code & 0xFF_FFFF)
        return self.code(of: number) == code ? number : nil
    }

    /// Whether the mean of some samples is white; nil when it is neither white nor black.
    private static func block(
        _ luma: RawSpan, _ stride: Int, _ left: Int, _ top: Int, _ width: Int, _ height: Int
    ) -> Bool? {
        var sum = 0
        for row in top..<(top + height) {
            for column in left..<(left + width) {
                sum += Int(luma.unsafeLoad(fromByteOffset: row * stride + column, as: UInt8.self))
            }
        }
        let mean = sum / (width * height)
        return mean > 160 ? true : mean < 90 ? false : nil
    }
}
