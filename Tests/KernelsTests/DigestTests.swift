import Bytes
import Kernels
import Testing

@Suite("Checksums and digests of objects")
struct DigestTests {
    @Test("MD5 gives the digests of RFC 1321, appendix A.5, in one piece and in two")
    func md5() {
        let suite = [
            ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
            ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
            (
                "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
                "57edf4a22be3c955ac49da2e2107b67a"
            ),
        ]
        for (text, digest) in suite {
            let bytes = Array(text.utf8)
            #expect(MD5.digest(of: bytes.lent).hex == digest)
            var hash = MD5()
            hash.update(bytes.lent.extracting(0..<(bytes.count / 2)))
            hash.update(bytes.lent.extracting((bytes.count / 2)..<bytes.count))
            #expect(hash.finish().hex == digest)
        }
    }

    @Test("CRC-32 gives the check value of the CRC catalogue")
    func crc() {
        let digits = Array("123456789".utf8)
        #expect(CRC32.checksum(digits.lent) == 0xcbf4_3926)
        let nothing: [UInt8] = []
        #expect(CRC32.checksum(nothing.lent) == 0)
    }
}
