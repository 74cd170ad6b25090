public import Bytes

/// The body of a response.
public enum Body: Sendable {
    /// No byte.
    case none
    /// Bytes made for this response; up to some 10 kB, since they are copied once more.
    case bytes([UInt8])
    /// Bytes that every reader shares.
    case shared(SharedContent)
    /// Bytes that lie in pieces of slabs, sent from there.
    case slices(SliceList)
    /// Bytes of an open file, read while they are sent.
    case file(FileContent)
    /// Bytes that another thread makes while they are sent.
    case stream(ByteStream)

    /// How many bytes; nil while nobody knows.
    public var count: Int? {
        switch self {
        case .none: 0
        case .bytes(let bytes): bytes.count
        case .shared(let content): content.count
        case .slices(let list): list.count
        case .file(let content): content.count
        case .stream: nil
        }
    }
}
