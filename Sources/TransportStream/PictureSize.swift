/// Width and height of the pictures of a video stream, as they are shown: cropped, in samples.
public struct PictureSize: Hashable, Sendable {
    /// Samples in a line.
    public var width: Int
    /// Lines of a frame.
    public var height: Int

    /// States a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The widest or highest picture that is believed.
    static let largest = 32_768

    /// The size, or nil when no picture has it.
    init?(checking width: Int, _ height: Int) {
        guard width > 0, height > 0, width <= Self.largest, height <= Self.largest else { return nil }
        self.init(width: width, height: height)
    }
}
