/// How the messages and objects of a channel fared.
public struct ObjectCounters: Hashable, Sendable {
    /// Messages handed on.
    public var delivered = 0
    /// Complete messages that had been handed on before, counted once per repetition of the whole object.
    public var duplicates = 0
    /// Messages of which something came but not all in time.
    public var incomplete = 0
    /// Messages handed on behind one with a higher TOI.
    public var outOfOrder = 0
    /// Complete objects whose checksum is wrong.
    public var corrupt = 0
    /// Datagrams that are not LCT, or whose header does not hold together.
    public var malformed = 0
    /// File delivery tables, files and objects that were refused: names that lead out of the folder, lengths beyond a limit,
    /// entities, too many entries.
    public var refused = 0
    /// Datagrams that were taken.
    public var packets = 0

    /// Nothing counted.
    public init() {}
}
