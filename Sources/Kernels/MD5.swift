import Bytes
import CNettle

/// The MD5 hash (RFC 1321), over bytes that come in pieces: the digest that file tables name; no protection from malice.
public struct MD5: Sendable {
    /// How long a digest is, in bytes.
    public static let digestLength = 16

    private var context = md5_ctx()

    /// Nothing hashed yet.
    public init() { nettle_md5_init(&context) }

    /// Hashes the next bytes.
    public mutating func update(_ bytes: RawSpan) {
        bytes.withUnsafeBytes { source in
            nettle_md5_update(&context, source.count, source.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
    }

    /// The 16 bytes of the digest of everything hashed so far; the hash begins anew.
    public mutating func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Self.digestLength)
        nettle_md5_digest(&context, Self.digestLength, &digest)
        return digest
    }

    /// The 16 bytes of the digest of `bytes`.
    public static func digest(of bytes: RawSpan) -> [UInt8] {
        var hash = Self()
        hash.update(bytes)
        return hash.finish()
    }
}
