import Bytes
import Kernels
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let digest: String
        var testDescription: String { name }
    }

    static let vectors = [
        // FIPS 180-2 appendix B, and RFC 6234 section 8.5.
        Vector(
            name: "abc", bytes: Array("abc".utf8),
            digest: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        Vector(
            name: "56 bytes", bytes: Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
            digest: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
        // `sha256sum` of GNU coreutils.
        Vector(
            name: "nothing", bytes: [], digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        Vector(
            name: "a channel", bytes: Array("video|239.10.1.1|5004".utf8),
            digest: "455203dd57c2864ca6421d000e8c4901ae50317f0392942af141e26dd7064618"),
        // Python's hashlib.
        Vector(
            name: "1024 bytes", bytes: (0..<1_024).map { UInt8(truncatingIfNeeded: $0) },
            digest: "785b0751fc2c53dc14a4ce3d800e69ef9ce1009eb327ccf458afe09c242c26c9"),
    ]

    @Test("agrees with published digests", arguments: vectors)
    func digest(_ vector: Vector) {
        #expect(SHA256.digest(of: vector.bytes).hex == vector.digest)
    }
}
