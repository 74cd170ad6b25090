public import Timing

/// What an object channel tells, in order; byte ranges are of the ``ObjectOutput`` that the event came in.
public enum ObjectEvent: Hashable, Sendable {
    /// A message is complete and its checksum right.
    case message(DataMessage, Range<Int>)
    /// Bytes of a file that were not known before, from `offset` of the object as it is sent.
    case fileBytes(FileKey, offset: UInt64, Range<Int>)
    /// The table has a new file or version, or knows more of one.
    case fileListed(FileRecord)
    /// Every byte of the file is there.
    case fileCompleted(FileRecord)
    /// The file is out of the table, incomplete or not: expired, replaced by a new version, or beyond a limit.
    case fileDropped(FileRecord)
}

/// A message of a data channel.
public struct DataMessage: Hashable, Sendable {
    /// The object's TOI.
    public var object: UInt32
    /// When its first packet came.
    public var first: StreamTime
    /// When it was handed on.
    public var time: StreamTime
    /// When it was sent, as the sender's clock has it (EXT_TIME); nil when its packets do not say.
    public var sent: StreamTime?
    /// Whether a message with a higher TOI was handed on before.
    public var isOutOfOrder: Bool

    /// States a message.
    public init(
        object: UInt32, first: StreamTime, time: StreamTime, sent: StreamTime? = nil, isOutOfOrder: Bool = false
    ) {
        self.object = object
        self.first = first
        self.time = time
        self.sent = sent
        self.isOutOfOrder = isOutOfOrder
    }
}

/// Names one object of a file channel for as long as the channel lives.
public struct FileKey: Hashable, Sendable {
    /// Counts the objects of the channel in the order in which they were met, from 0.
    public var serial: UInt64

    /// The object met as number `serial`.
    public init(serial: UInt64) { self.serial = serial }
}
