import Bytes
import Foundation
import TestSupport
import Testing
import VenueSimulator

/// A receiver of RFC 6865 of a few lines of Python around zfec.
@Suite("Block encoder and zfec")
struct BlockPeerTests {
    /// Input: for each block k, n (16 bits each), then k datagrams, each with its kind (1 = repair) and length before it.
    ///
    /// Output: the k packets, each with its length before it.
    private static let script = """
        import struct, sys, zfec
        data = sys.stdin.buffer.read()
        at = 0
        def read(form):
            global at
            values = struct.unpack_from(form, data, at)
            at += struct.calcsize(form)
            return values
        while at < len(data):
            k, n = read(">HH")
            symbols = {}
            for _ in range(k):
                kind, length = read(">BH")
                datagram = data[at:at + length]; at += length
                identifier = datagram[:6] if kind else datagram[-6:]
                assert int.from_bytes(identifier[4:], "big") == k
                body = datagram[6:] if kind else datagram[:-6]
                symbols[identifier[3]] = body if kind else struct.pack(">BH", 0, len(body)) + body
            size = max(len(s) for s in symbols.values())
            numbers = sorted(symbols)
            padded = [symbols[i].ljust(size, b"\\0") for i in numbers]
            for symbol in zfec.Decoder(k, n).decode(padded, numbers):
                length = int.from_bytes(symbol[1:3], "big")
                assert symbol[0] == 0 and not any(symbol[3 + length:])
                sys.stdout.buffer.write(symbol[1:3 + length])
        """

    private static let isPresent = (try? run("import zfec", [])) != nil

    struct Failure: Error { var status: Int32 }

    private static func run(_ script: String, _ input: [UInt8]) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "blocks-\(UUID().uuidString)")
        try Data(input).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script]
        process.standardInput = try FileHandle(forReadingFrom: file)
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
        return [UInt8](bytes)
    }

    @Test(
        "is understood by a receiver around zfec (skipped without Python's package zfec)", .enabled(if: isPresent))
    func decoded() throws {
        var random = SeededGenerator(seed: 1)
        var input = ByteWriter()
        var want = ByteWriter()
        for _ in 0..<60 {
            let k = [1, 2, 5, 16, 64, 100, 128].randomElement(using: &random) ?? 1
            let r = Int.random(in: 1...20, using: &random)
            var encoder = try BlockEncoder(BlockLayout(sources: k, repairs: r), startingAt: 12)
            let longest = Int.random(in: 1...400, using: &random)
            var datagrams: [(kind: UInt8, bytes: [UInt8])] = []
            for _ in 0..<k {
                let length = Int.random(in: 1...longest, using: &random)
                var packet = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                want.write(UInt16(length))
                want.write(contentsOf: packet)
                let isTaken = encoder.take(&packet)
                try #require(isTaken)
                datagrams.append((0, packet))
            }
            encoder.takeRepairs { datagrams.append((1, $0.copied())) }
            try #require(datagrams.count == k + r)
            input.write(UInt16(k))
            input.write(UInt16(k + r))
            // The longest packet may be among the lost: then a repair datagram, which is as long, is among the rest.
            for datagram in datagrams.shuffled(using: &random).prefix(k) {
                input.write(datagram.kind)
                input.write(UInt16(datagram.bytes.count))
                input.write(contentsOf: datagram.bytes)
            }
        }
        let answer = try Self.run(Self.script, input.bytes)
        #expect(answer == want.bytes)
    }
}
