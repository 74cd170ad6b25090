import CZlib

/// Deflates whole messages (RFC 1950).
public enum Deflater {
    /// `bytes` as one zlib stream at zlib's usual level; nil when there is no memory.
    public static func zlibStream(of bytes: RawSpan) -> [UInt8]? {
        let bound = compressBound(uLong(bytes.byteCount))
        var length = bound
        var status = Z_OK
        let result = [UInt8](unsafeUninitializedCapacity: Int(bound)) { room, count in
            bytes.withUnsafeBytes { source in
                status = compress(
                    room.baseAddress, &length, source.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    uLong(source.count))
            }
            count = status == Z_OK ? Int(length) : 0
        }
        return status == Z_OK ? result : nil
    }
}
