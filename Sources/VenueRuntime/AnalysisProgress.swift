/// How far an analysis has come.
public struct AnalysisProgress: Sendable, Equatable {
    /// Bytes of the capture read so far, as they lie in the file.
    public var bytesRead: Int
    /// Bytes of the whole file; nil for pipes.
    public var bytesTotal: Int?
    /// Frames read so far.
    public var frames: Int

    /// How far it has come.
    public init(bytesRead: Int, bytesTotal: Int?, frames: Int) {
        self.bytesRead = bytesRead
        self.bytesTotal = bytesTotal
        self.frames = frames
    }
}
