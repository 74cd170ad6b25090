public import Bytes
public import Clips
import Timing

/// A clip that is to be saved.
public struct ClipDraft: Sendable {
    /// A file of it: what it is, and its bytes.
    public struct File: Sendable {
        /// What it is.
        public var name: SavedFile.Name
        /// Its bytes; they are held until they are written.
        public var content: SliceList
        /// What it is called where somebody downloads it.
        public var downloadName: String
        /// What is said of it in the header fields of an answer.
        public var facts: [(name: String, value: String)]

        /// A file.
        public init(
            _ name: SavedFile.Name, _ content: SliceList, downloadName: String = "",
            facts: [(name: String, value: String)] = []
        ) {
            self.name = name
            self.content = content
            self.downloadName = downloadName
            self.facts = facts
        }
    }

    /// Who wants it.
    public var kind: SavedClip.Kind
    /// The channel it is of.
    public var channel: ClipChannel
    /// What the clip is: facts of the file that is cut most exactly.
    public var facts: ClipFacts
    /// From where it is asked for, or which part of the server wants it.
    public var savedBy: String
    /// What a person calls it.
    public var name: String?
    /// What a person says of it.
    public var note: String?
    /// Why the server wants it.
    public var reason: String?
    /// Its files, one of a name each.
    public var files: [File] = []
    /// What is held as long as the draft is: shares of memory, for its bytes.
    public var leases: [any AnyObject & Sendable] = []

    /// Bytes of a text that nobody but the server writes.
    private static let ownTextLimit = 1_024
    /// Gaps that are told; a clip of so many is noise.
    private static let gapLimit = 1_000

    /// A clip of `channel` without files yet.
    public init(_ kind: SavedClip.Kind, of channel: ClipChannel, facts: ClipFacts, savedBy: String) {
        self.kind = kind
        self.channel = channel
        self.facts = facts
        self.savedBy = savedBy
    }

    /// The clip as it will be called and told of.
    func clip(_ id: ClipID, savedAt: StreamTime) throws(ClipStoreFailure) -> SavedClip {
        guard !files.isEmpty, Set(files.map(\.name)).count == files.count else { throw .misshapen }
        try Self.check(name, "name", ClipStoreLimits.nameLimit)
        try Self.check(note, "note", ClipStoreLimits.noteLimit)
        for (text, what) in [(reason, "reason"), (savedBy, "origin"), (channel.name, "channel's name")] {
            try Self.check(text, what, Self.ownTextLimit)
        }
        return SavedClip(
            id: id, kind: kind, channelID: channel.id, channelName: channel.name, savedAt: savedAt, savedBy: savedBy,
            name: name, note: note, reason: reason, requestedStart: facts.requestedStart, start: facts.start,
            duration: facts.duration, lostPackets: facts.lostPackets, recoveredPackets: facts.recoveredPackets,
            windows: facts.windows, parts: facts.parts, gaps: Array(facts.gaps.prefix(Self.gapLimit)),
            isClipped: facts.isClipped,
            files: files.map { file in
                SavedFile(
                    name: file.name, bytes: file.content.count, downloadName: file.downloadName,
                    facts: file.facts.compactMap { SavedFile.Fact($0.name, $0.value) })
            })
    }

    private static func check(_ text: String?, _ what: String, _ limit: Int) throws(ClipStoreFailure) {
        guard (text?.utf8.count ?? 0) <= limit else { throw .tooLong(what: what, limit: limit) }
    }
}
