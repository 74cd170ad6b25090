public import Bytes

/// Why bytes are not the syntax of ISO/IEC 13818-1 that they were taken for.
public enum TransportError: Error, Equatable, Sendable {
    /// The bytes end too early.
    case truncated(Truncation)
    /// A packet does not begin with 47; the byte found.
    case badSyncByte(UInt8)
    /// A PES packet does not begin with 000001; the three bytes found.
    case badStartCode(UInt32)
    /// A section of another table than the one wanted; its table id.
    case unexpectedTable(UInt8)
    /// A length field that contradicts the bytes around it; its value.
    case badLength(Int)
    /// The CRC over a section is not zero.
    case badChecksum
}
