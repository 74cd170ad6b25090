/// The pictures after repair.
public struct VideoReport: Sendable, Equatable {
    /// Access units that miss at least one packet.
    public var droppedFrames: Int
    /// Access units, whole or not.
    public var frames: Int
    /// The picture's width in pixels; 0 while unknown.
    public var width: Int
    /// The picture's height in pixels; 0 while unknown.
    public var height: Int
    /// The median interval between random access points, in milliseconds; 0 with fewer than two.
    public var gopMs: Double
    /// The longest interval between random access points, in milliseconds.
    public var gopMaxMs: Double

    /// The pictures' numbers.
    public init(
        droppedFrames: Int = 0, frames: Int, width: Int = 0, height: Int = 0, gopMs: Double = 0, gopMaxMs: Double = 0
    ) {
        self.droppedFrames = droppedFrames
        self.frames = frames
        self.width = width
        self.height = height
        self.gopMs = gopMs
        self.gopMaxMs = gopMaxMs
    }
}
