/// More bytes were wanted than there are.
public struct Truncation: Error, Equatable, Sendable {
    /// How many bytes the read asked for.
    public var wanted: Int
    /// How many bytes were left.
    public var remaining: Int
    /// Where the read began, counted from the first byte of the reader.
    public var offset: Int

    /// States a failed read.
    public init(wanted: Int, remaining: Int, offset: Int) {
        self.wanted = wanted
        self.remaining = remaining
        self.offset = offset
    }
}
