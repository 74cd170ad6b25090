import Bytes
import CZlib

/// The CRC of Ethernet, gzip and data messages (IEEE 802.3): polynomial 04C11DB7 reflected, start and end inverted.
public enum CRC32: Sendable {
    /// The CRC of `bytes`; that of "123456789" is CBF43926.
    public static func checksum(_ bytes: RawSpan) -> UInt32 {
        bytes.withUnsafeBytes { source in
            UInt32(
                truncatingIfNeeded: crc32_z(0, source.baseAddress?.assumingMemoryBound(to: UInt8.self), source.count))
        }
    }
}
