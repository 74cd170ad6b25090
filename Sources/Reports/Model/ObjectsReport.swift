/// What came of a data or file channel, before it is a message or a file.
public struct ObjectsReport: Sendable, Equatable {
    /// Datagrams of the channel that were taken.
    public var packets: Int
    /// Datagrams that are not LCT, or whose header does not hold together.
    public var malformed: Int
    /// Tables, files and objects that were refused.
    public var refused: Int
    /// Files that were listed, those included that the report does not tell one by one; 0 for a data channel.
    public var filesListed: Int
    /// Files of which every byte came.
    public var filesCompleted: Int
    /// Where the first malformed datagram was; told in the finding.
    public var firstMalformed: Occurrence?
    /// Where something was first refused; told in the finding.
    public var firstRefused: Occurrence?

    /// What came.
    public init(
        packets: Int, malformed: Int = 0, refused: Int = 0, filesListed: Int = 0, filesCompleted: Int = 0,
        firstMalformed: Occurrence? = nil, firstRefused: Occurrence? = nil
    ) {
        self.packets = packets
        self.malformed = malformed
        self.refused = refused
        self.filesListed = filesListed
        self.filesCompleted = filesCompleted
        self.firstMalformed = firstMalformed
        self.firstRefused = firstRefused
    }
}
