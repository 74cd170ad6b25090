import Bytes
import Kernels
import TestSupport
import Testing

@Suite("Inflater")
struct InflaterTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        let format: Inflater.Format
        let hex: String
        let want: String
        var testDescription: String { name }
        var bytes: [UInt8] { [UInt8](hex: hex) ?? [] }
    }

    // Made by Python's zlib.compress, zlib.compressobj(9, DEFLATED, -15) and gzip.compress(mtime=0).
    static let sdp = String(repeating: "v=0\r\no=- 1 1 IN IP4 10.0.0.1\r\ns=Sideline\r\n", count: 3)
    static let vectors = [
        Vector(
            name: "zlib", format: .zlibOrGzip,
            hex: "78da2bb335e0e5cab7d5553004424f3f05cf00130543033d1034e4e52ab60dce4c49cdc9cc4be5e52aa3814a0017a81d41",
            want: sdp),
        Vector(
            name: "raw", format: .raw,
            hex: "2bb335e0e5cab7d5553004424f3f05cf00130543033d1034e4e52ab60dce4c49cdc9cc4be5e52aa3814a00", want: sdp),
        Vector(
            name: "gzip", format: .gzip,
            hex: "1f8b08000000000002032bb335e0e5cab7d5553004424f3f05cf00130543033d1034e4e52ab60dce4c49cdc9cc4be5e52aa3"
                + "814a004f895f067e000000", want: sdp),
        Vector(
            name: "gzip found by its magic", format: .zlibOrGzip,
            hex: "1f8b08000000000002032bb335e0e5cab7d5553004424f3f05cf00130543033d1034e4e52ab60dce4c49cdc9cc4be5e52aa3"
                + "814a004f895f067e000000", want: sdp),
        Vector(
            name: "two gzip members", format: .gzip,
            hex: "1f8b08000000000002034bcb2c2a2e510000fc7af11c06000000"
                + "1f8b08000000000002032b4e4dcecf4b010069111fb606000000", want: "first second"),
        Vector(
            name: "two gzip members and zeros behind", format: .gzip,
            hex: "1f8b08000000000002034bcb2c2a2e510000fc7af11c06000000"
                + "1f8b08000000000002032b4e4dcecf4b010069111fb60600000000000000", want: "first second"),
        Vector(name: "nothing", format: .zlibOrGzip, hex: "789c030000000001", want: ""),
    ]

    @Test("inflates a message in one go", arguments: vectors)
    func message(_ vector: Vector) throws {
        let bytes = vector.bytes
        let message = try Inflater.inflate(bytes.span.bytes, vector.format, limit: 1_000)
        #expect(String(decoding: message, as: UTF8.self) == vector.want)
    }

    @Test("inflates the same when input and output come in pieces of any size", arguments: vectors)
    func pieces(_ vector: Vector) throws {
        let bytes = vector.bytes
        for (inputSize, outputSize) in [(1, 1), (1, 64), (7, 1), (5, 3), (64, 1), (1_000, 2)] {
            var inflater = try Inflater(vector.format)
            var result: [UInt8] = []
            for start in stride(from: 0, to: bytes.count, by: inputSize) {
                let piece = Array(bytes[start..<min(start + inputSize, bytes.count)])
                var offset = 0
                var progress = Inflater.Progress.outputFull
                while progress == .outputFull {
                    let output = Slab(capacity: outputSize)
                    progress = try inflater.inflate(piece.span.bytes, at: &offset, into: output)
                    result += output.bytes.copied()
                }
            }
            let isComplete = inflater.isComplete
            #expect(isComplete)
            #expect(String(decoding: result, as: UTF8.self) == vector.want, "\(inputSize) in, \(outputSize) out")
        }
    }

    @Test("refuses every prefix of a message as truncated", arguments: vectors.prefix(4))
    func prefixes(_ vector: Vector) {
        let bytes = vector.bytes
        for length in 0..<bytes.count {
            let prefix = Array(bytes[..<length])
            #expect(throws: InflateError.truncated, "\(length) bytes") {
                try Inflater.inflate(prefix.span.bytes, vector.format, limit: 1_000)
            }
        }
    }

    @Test("gives a message of exactly the limit and refuses one byte more")
    func limit() throws {
        let bytes = Self.vectors[0].bytes
        let length = Self.sdp.utf8.count
        #expect(try Inflater.inflate(bytes.span.bytes, limit: length).count == length)
        #expect(throws: InflateError.tooLong(limit: length - 1)) {
            try Inflater.inflate(bytes.span.bytes, limit: length - 1)
        }
        #expect(throws: InflateError.tooLong(limit: 0)) { try Inflater.inflate(bytes.span.bytes, limit: 0) }
    }

    @Test("stops a small message that would grow without bound")
    func bomb() {
        // The first 40 bytes of zlib.compress(bytes(1 << 20), 9): zeros, about a thousand for each byte here.
        let bytes = [UInt8](hex: "78daedc13101000000c2a0f54f6d085fa0" + String(repeating: "00", count: 23)) ?? []
        #expect(throws: InflateError.tooLong(limit: 5_000)) { try Inflater.inflate(bytes.span.bytes, limit: 5_000) }
    }

    @Test("says that a message is corrupt")
    func corrupt() {
        var bytes = Self.vectors[0].bytes
        bytes[bytes.count - 1] ^= 1
        #expect(throws: InflateError.corrupt(at: bytes.count)) { try Inflater.inflate(bytes.span.bytes, limit: 1_000) }
        #expect(throws: InflateError.self) { try Inflater.inflate([1, 2, 3, 4, 5, 6].span.bytes, limit: 1_000) }
    }

    @Test("neither traps nor hangs on mutated messages")
    func mutations() {
        var random = SeededGenerator(seed: 0x1AF1A7E)
        for round in 0..<2_000 {
            let vector = Self.vectors[round % Self.vectors.count]
            var bytes = vector.bytes
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let message = try? Inflater.inflate(bytes.span.bytes, vector.format, limit: 2_000)
            #expect((message?.count ?? 0) <= 2_000)
        }
    }
}
