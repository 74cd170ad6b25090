public import Clips
public import Timing

/// A clip on the disk, and all that is known of it.
public struct SavedClip: Hashable, Sendable {
    /// Who wanted it.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A person: it stays until somebody deletes it.
        case pinned
        /// The server itself: it goes when another such one needs the room.
        case automatic
    }

    /// Its name.
    public var id: ClipID
    /// Who wanted it.
    public var kind: Kind
    /// The channel's id.
    public var channelID: String
    /// The channel's name when it was saved.
    public var channelName: String
    /// When it was saved, by this machine's clock.
    public var savedAt: StreamTime
    /// From where it was asked for, or which part of the server wanted it.
    public var savedBy: String
    /// What a person calls it.
    public var name: String?
    /// What a person says of it.
    public var note: String?
    /// Why the server wanted it.
    public var reason: String?
    /// Where the asked window begins.
    public var requestedStart: StreamTime
    /// The picture time of its first picture.
    public var start: StreamTime
    /// How long its pictures last.
    public var duration: StreamDuration
    /// Packets of its stretch that did not arrive, those that were rebuilt among them.
    public var lostPackets: Int
    /// Packets that were rebuilt.
    public var recoveredPackets: Int
    /// How the protection windows behind it ended.
    public var windows: ClipWindows
    /// How many runs of the sender it is made of.
    public var parts: Int
    /// Places where its media do not go on as they were, in their order.
    public var gaps: [ClipGap]
    /// Whether less was there than was asked for.
    public var isClipped: Bool
    /// Its files.
    public var files: [SavedFile]

    /// Bytes of its files, without what it says of itself.
    public var bytes: Int { files.reduce(0) { $0 + $1.bytes } }

    /// The file of a name; nil when it has none.
    public func file(_ name: SavedFile.Name) -> SavedFile? { files.first { $0.name == name } }
}
