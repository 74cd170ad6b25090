/// Why compressed bytes could not be inflated.
public enum InflateError: Error, Equatable, Sendable {
    /// The bytes are not what the format allows, or a checksum in them is wrong; the place counts compressed bytes.
    case corrupt(at: Int)
    /// The compressed bytes end before their stream does.
    case truncated
    /// More than the limit came out.
    case tooLong(limit: Int)
    /// The library got no memory.
    case outOfMemory
}
