/// A capture that ends before it should: everything before that place was read.
public struct CaptureCut: Hashable, Sendable {
    /// How it ends.
    public enum Kind: String, Hashable, Sendable {
        /// The file ends inside a record or block, as when it was copied while being written.
        case cut
        /// The bytes from that place on make no sense.
        case damaged
        /// The compressed data around the capture ends early or is damaged.
        case compression
    }

    /// How it ends.
    public var kind: Kind
    /// The byte of the (inflated) capture up to which everything was read.
    public var offset: Int
    /// Packet frames read before that byte.
    public var frames: UInt64
    /// One plain sentence that says so.
    public var sentence: String

    /// "1 frame", "2 frames".
    package static func count(_ frames: UInt64) -> String { frames == 1 ? "1 frame" : "\(frames) frames" }

    /// States a cut at a place.
    public init(kind: Kind, offset: Int, frames: UInt64, sentence: String) {
        self.kind = kind
        self.offset = offset
        self.frames = frames
        self.sentence = sentence
    }
}
