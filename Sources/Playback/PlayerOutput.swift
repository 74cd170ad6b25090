public import Bytes
public import MediaIO
public import Timing

/// A decoded picture at its instant.
public struct PlayedPicture: Sendable {
    /// The picture.
    public var picture: DecodedPicture
    /// Its picture time, as UTC (definitions A7).
    public var time: StreamTime

    /// A picture and its time.
    public init(picture: DecodedPicture, time: StreamTime) {
        self.picture = picture
        self.time = time
    }
}

/// Decoded sound at its instant.
public struct PlayedSound: Sendable {
    /// The samples.
    public var sound: DecodedSound
    /// The instant of its first sample on the time line of pictures.
    public var time: StreamTime

    /// Sound and its time.
    public init(sound: DecodedSound, time: StreamTime) {
        self.sound = sound
        self.time = time
    }
}

/// Where a player renders, called on the player's thread when each thing is due; it must not wait long.
public protocol PlayerOutput: Sendable {
    /// Whether pictures and sound are wanted: without, nothing is decoded.
    var wantsPictures: Bool { get }
    /// Whether the transport stream is wanted.
    var wantsTransport: Bool { get }
    /// Shows a picture now.
    func show(_ picture: PlayedPicture)
    /// Plays sound now.
    func play(_ sound: PlayedSound)
    /// Takes the next bytes of the transport stream, whole packets; `isJump` when they do not follow what came before: a
    /// channel or seek began, and tables stand first.
    func take(_ transport: SliceList, isJump: Bool)
}

extension PlayerOutput {
    /// Pictures and sound are wanted.
    public var wantsPictures: Bool { true }
    /// The transport stream is not.
    public var wantsTransport: Bool { false }
    /// Passes over it.
    public func show(_ picture: PlayedPicture) {}
    /// Passes over it.
    public func play(_ sound: PlayedSound) {}
    /// Passes over it.
    public func take(_ transport: SliceList, isJump: Bool) {}
}
