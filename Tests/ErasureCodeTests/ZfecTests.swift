import Bytes
import ErasureCode
import Foundation
import TestSupport
import Testing

/// Against zfec, whose codec is Rizzo's own: 1 000 windows, each coded by either side and recovered by the other.
@Suite("zfec")
struct ZfecTests {
    private static let interpreter = "/usr/bin/env"
    private static let isPresent = (try? run("import zfec", Data())) != nil

    struct Failure: Error { var status: Int32 }

    /// One window: what is sent, and what arrives.
    private struct Window {
        var sources: [[UInt8]]
        var repairs: [[UInt8]]
        /// Encoding symbol IDs of k symbols.
        var present: [UInt8]
        var length: Int { sources[0].count }
    }

    /// A window is k, n, length (16 bits each), k IDs, the symbols of these IDs, then the k source symbols.
    ///
    /// The answer is the k symbols that zfec decodes, then the n - k that it encodes.
    private static let script = """
        import struct, sys, zfec
        data = sys.stdin.buffer.read()
        at = 0
        while at < len(data):
            k, n, length = struct.unpack_from(">HHH", data, at); at += 6
            numbers = list(data[at:at + k]); at += k
            def take():
                global at
                parts = [data[at + i * length:at + (i + 1) * length] for i in range(k)]
                at += k * length
                return parts
            for part in zfec.Decoder(k, n).decode(take(), numbers): sys.stdout.buffer.write(part)
            for part in zfec.Encoder(k, n).encode(take(), list(range(k, n))): sys.stdout.buffer.write(part)
        """

    private static func run(_ script: String, _ input: Data) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "zfec-\(UUID().uuidString)")
        try input.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: interpreter)
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
        "decodes what we encode, and we what it encodes (skipped without Python's package zfec)",
        .enabled(if: isPresent),
        arguments: 1...4)
    func bothWays(_ part: Int) throws {
        var random = SeededGenerator(seed: UInt64(part))
        var windows: [Window] = []
        var codes: [ReedSolomon] = []
        var writer = ByteWriter()
        for _ in 0..<250 {
            let k = Int.random(in: 1...200, using: &random)
            let r = Int.random(in: 1...50, using: &random)
            let code = try #require(ReedSolomon(points: .rizzo, sources: k, repairs: r))
            let length = Int.random(in: 1...40, using: &random)
            let sources = (0..<k).map { _ in (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
            let repairs = try #require(code.repairs(of: sources, length: length))
            let present = (0..<(k + r)).shuffled(using: &random).prefix(k).map { UInt8($0) }
            let all = sources + repairs
            writer.write(UInt16(k))
            writer.write(UInt16(k + r))
            writer.write(UInt16(length))
            writer.write(contentsOf: present)
            for number in present { writer.write(contentsOf: all[Int(number)]) }
            for source in sources { writer.write(contentsOf: source) }
            windows.append(Window(sources: sources, repairs: repairs, present: present))
            codes.append(code)
        }
        let answer = try Self.run(Self.script, Data(writer.bytes))
        var at = 0
        func take(_ count: Int, _ length: Int) throws -> [[UInt8]] {
            try #require(answer.count - at >= count * length)
            defer { at += count * length }
            return (0..<count).map { Array(answer[(at + $0 * length)..<(at + ($0 + 1) * length)]) }
        }
        var wrong = 0
        for (window, code) in zip(windows, codes) {
            let k = window.sources.count
            if try take(k, window.length) != window.sources { wrong += 1 }
            let theirs = window.sources + (try take(code.repairs, window.length))
            let missing = (0..<k).map { UInt8($0) }.filter { !window.present.contains($0) }
            let ours = code.rebuilt(
                missing, from: window.present.map { ($0, theirs[Int($0)]) }, length: window.length)
            if ours != missing.map({ window.sources[Int($0)] }) { wrong += 1 }
        }
        #expect(wrong == 0)
        #expect(at == answer.count)
    }
}
