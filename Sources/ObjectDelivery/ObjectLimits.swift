public import Timing

/// What one object channel may cost its receiver; whatever is beyond a limit is refused and counted.
public struct ObjectLimits: Hashable, Sendable {
    /// Bytes of a message.
    public var messageLength = 64 << 10
    /// Bytes of a file, as it is sent.
    public var fileLength: UInt64 = 4 << 30
    /// Bytes of a file delivery table, compressed and not.
    public var tableLength = 4 << 20
    /// Files of one file delivery table.
    public var tableEntries = 10_000
    /// Files that are in the tables at one time; an eighth more versions of files are remembered.
    public var files = 10_000
    /// Source symbols of one object: their marks take an eighth of a byte each.
    public var symbols = 1 << 24
    /// Bytes of the marks of all objects.
    public var markBytes = 16 << 20
    /// Bytes of symbols that wait for their block to be decoded.
    public var symbolBytes = 32 << 20
    /// Bytes of packets that wait for what says how to read them.
    public var waitingBytes = 8 << 20
    /// Objects that are incomplete at one time: messages, tables, and objects that no table names.
    public var partialObjects = 256
    /// Bytes of incomplete messages and tables.
    public var partialBytes = 16 << 20
    /// Senders (address and TSI) of a channel.
    public var senders = 16
    /// How long an incomplete message waits for its next packet.
    public var messageWait = StreamDuration(seconds: 2)
    /// How long a complete message waits for the one before it (definitions C9).
    public var orderWait = StreamDuration(milliseconds: 250)
    /// How long packets wait for a table that names their object.
    public var tableWait = StreamDuration(seconds: 30)
    /// How many delivered messages are remembered, to tell repetitions (definitions C9).
    public var remembered = 256

    /// The limits as they stand above.
    public init() {}
}
