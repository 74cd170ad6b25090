import CNettle

/// The SHA-256 hash (FIPS 180-4).
public enum SHA256: Sendable {
    /// How long a digest is, in bytes.
    public static let digestLength = 32

    /// The 32 bytes of the digest of `bytes`.
    public static func digest(of bytes: [UInt8]) -> [UInt8] {
        var context = sha256_ctx()
        nettle_sha256_init(&context)
        nettle_sha256_update(&context, bytes.count, bytes)
        var digest = [UInt8](repeating: 0, count: digestLength)
        nettle_sha256_digest(&context, digestLength, &digest)
        return digest
    }
}
