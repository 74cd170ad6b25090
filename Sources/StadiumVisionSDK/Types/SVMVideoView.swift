/// Where a player renders: pictures and sound when each is due, called on the player's thread.
///
/// Nothing here may wait long, because playing waits for it.
public protocol SVMVideoView: AnyObject, Sendable {
    /// Whether pictures and sound are wanted; without, nothing is decoded.
    var wantsFrames: Bool { get }
    /// Whether the repaired transport stream is wanted.
    var wantsTransportStream: Bool { get }
    /// Shows a picture now.
    func renderFrame(_ frame: SVMVideoFrame)
    /// Plays sound now.
    func renderSound(_ sound: SVMSound)
    /// Takes the next whole packets of the transport stream; `isJump` when they do not follow what came before.
    func takeTransportStream(_ bytes: [UInt8], isJump: Bool)
}

extension SVMVideoView {
    /// Pictures and sound are wanted.
    public var wantsFrames: Bool { true }
    /// The transport stream is not.
    public var wantsTransportStream: Bool { false }
    /// Passes over it.
    public func renderSound(_ sound: SVMSound) {}
    /// Passes over it.
    public func takeTransportStream(_ bytes: [UInt8], isJump: Bool) {}
}
