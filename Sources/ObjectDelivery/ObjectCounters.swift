import VenueWire

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
    /// Objects whose code or FLUTE version is not read, and packets of such codes.
    public var unsupported = 0
    /// File delivery tables that had expired when they came.
    public var expired = 0
    /// Packets and symbols that were let go because there was no room for them.
    public var shed = 0
    /// Symbols that were rebuilt from repair symbols.
    public var recovered = 0
    /// Datagrams that were taken.
    public var packets = 0

    /// Nothing counted.
    public init() {}

    /// Counts a packet that could not be read.
    mutating func note(_ error: ParseError) {
        if error == .unsupportedCode { unsupported += 1 } else { malformed += 1 }
    }
}
