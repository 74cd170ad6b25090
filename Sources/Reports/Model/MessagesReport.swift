/// How the messages of a data channel fared.
public struct MessagesReport: Sendable, Equatable {
    /// Messages handed on, each once.
    public var delivered: Int
    /// Complete messages that had been handed on before.
    public var duplicates: Int
    /// Messages of which something came, but not all in time.
    public var incomplete: Int
    /// Messages handed on behind a later one.
    public var outOfOrder: Int
    /// Complete messages whose checksum is wrong; they were not handed on.
    public var corrupt: Int
    /// Where the first message was given up; told in the finding.
    public var firstIncomplete: Occurrence?
    /// Where the first wrong checksum was; told in the finding.
    public var firstCorrupt: Occurrence?

    /// How messages fared.
    public init(
        delivered: Int, duplicates: Int = 0, incomplete: Int = 0, outOfOrder: Int = 0, corrupt: Int = 0,
        firstIncomplete: Occurrence? = nil, firstCorrupt: Occurrence? = nil
    ) {
        self.delivered = delivered
        self.duplicates = duplicates
        self.incomplete = incomplete
        self.outOfOrder = outOfOrder
        self.corrupt = corrupt
        self.firstIncomplete = firstIncomplete
        self.firstCorrupt = firstCorrupt
    }
}
