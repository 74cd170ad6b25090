import Bytes
import CZlib

/// The CRC of Ethernet, gzip and data messages (IEEE 802.3): polynomial 04C11DB7 reflected, start and end inverted.
public enum CRC32: Sendable {
    /// The CRC of `bytes`; that of "123456789" is CBF43926.
    ///
    /// Give the CRC of what lies before them, where bytes come in pieces.
    public static func checksum(_ bytes: RawSpan, after earlier: UInt32 = 0) -> UInt32 {
        bytes.withUnsafeBytes { source in
            // For no bytes at no address zlib gives its first value instead of the one so far.
            guard let start = source.baseAddress else { return earlier }
            return UInt32(
                truncatingIfNeeded: crc32_z(
                    uLong(earlier), start.assumingMemoryBound(to: UInt8.self), source.count))
        }
    }
}
