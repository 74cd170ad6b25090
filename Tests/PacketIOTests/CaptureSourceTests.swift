import Bytes
import CaptureFormats
import Foundation
import NetworkFormats
import PacketIO
import TestSupport
import Testing
import Timing

@Suite("Capture source")
struct CaptureSourceTests {
    @Test("gives datagrams with the numbers of their frames, and the facts of the file")
    func facts() throws {
        let writer = PCAPNGWriter()
        let frame = Sample.frame(count: 30)
        var bytes = writer.sectionHeader(application: "test", comment: "west stand") + writer.interface(.ethernet)
        // 60 bytes of another protocol: ARP.
        let other = [UInt8](repeating: 2, count: 12) + [0x08, 0x06] + [UInt8](repeating: 0, count: 46)
        bytes += writer.frame(other, at: Sample.time(0))
        bytes += writer.frame(frame, at: Sample.time(1), droppedBefore: 4)
        bytes += writer.frame(Array(frame.prefix(50)), at: Sample.time(2), wireLength: frame.count, comment: "cut here")
        let reading = try Reading(bytes: bytes)
        #expect(reading.taken.ordinals == [2, 3])
        #expect(reading.taken.headers.map(\.droppedBefore) == [4, 0])
        #expect(reading.taken.headers.map(\.wireLength) == [30, 30])
        #expect(reading.taken.headers.map(\.storedLength) == [30, 8])
        #expect(reading.facts.format == .pcapng && !reading.facts.isGzip)
        #expect(reading.facts.frames == 3)
        #expect(reading.facts.bytes == UInt64(bytes.count))
        #expect(reading.facts.frameBytes == UInt64(60 + 72 + 72))
        #expect(reading.facts.linkTypeNames == ["EN10MB"])
        #expect(reading.facts.resolution == "ns")
        #expect(reading.facts.truncatedFrames == 1)
        #expect(reading.facts.captureDrops == 4)
        #expect(reading.facts.skipped["notIP"] == 1 && reading.facts.skipped.total == 1)
        #expect(reading.facts.comments.map(\.text) == ["west stand", "cut here"])
        #expect(reading.facts.cut == nil)
        #expect(reading.bytesRead == bytes.count && reading.totalBytes == bytes.count)
    }

    @Test("names the file without its folders")
    func name() throws {
        let file = try TemporaryFile(Sample.pcap(at: [0]), name: "match.pcap")
        #expect(try Reading(file.path).facts.file == file.name)
        #expect(!file.name.contains("/"))
    }

    @Test("reads gzip, several members of it, and the same through a pipe")
    func compressed() throws {
        let plain = Sample.pcap(at: (0..<2_000).map { Double($0) / 100 })
        let want = try Reading(bytes: plain)
        let packed = try TemporaryFile.gzip(plain)
        let halves = try TemporaryFile.gzip(Array(plain[..<70_000])) + TemporaryFile.gzip(Array(plain[70_000...]))
        for bytes in [packed, halves] {
            let reading = try Reading(bytes: bytes)
            #expect(reading.facts.isGzip && reading.facts.cut == nil)
            #expect(reading.taken.headers == want.taken.headers)
            #expect(reading.taken.payloads == want.taken.payloads)
            #expect(reading.bytesRead == bytes.count)
        }
        for bytes in [plain, packed] {
            let reading = try Self.readPipe(bytes)
            #expect(reading.taken.headers == want.taken.headers)
            #expect(reading.totalBytes == nil && reading.bytesRead == bytes.count)
        }
    }

    /// Reads a pipe into which a thread writes pieces of odd sizes.
    static func readPipe(_ bytes: [UInt8]) throws -> Reading {
        let pipe = Pipe()
        let input = pipe.fileHandleForWriting
        Thread.detachNewThread {
            var rest = bytes[...]
            while !rest.isEmpty {
                try? input.write(contentsOf: Data(rest.prefix(4_099)))
                rest = rest.dropFirst(4_099)
            }
            try? input.close()
        }
        return try Reading("/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
    }

    @Test("says that a compressed file is cut or damaged, and gives what came out before", arguments: [false, true])
    func compressionFault(isDamaged: Bool) throws {
        var random = SeededGenerator(seed: 3)
        let writer = PCAPWriter(linkType: .raw)
        var plain = writer.header()
        for index in 0..<1_000 {
            let noise = (0..<100).map { _ in UInt8.random(in: 0...255, using: &random) }
            plain += writer.frame(noise, at: Sample.time(Double(index)))
        }
        var packed = try TemporaryFile.gzip(plain)
        // The sum of all bytes stands 8 bytes before the end (RFC 1952).
        if isDamaged { packed[packed.count - 8] ^= 1 } else { packed.removeLast(packed.count - 60_000) }
        let facts = try Reading(bytes: packed).facts
        let cut = try #require(facts.cut)
        #expect(cut.kind == .compression)
        #expect(cut.frames == facts.frames)
        #expect(isDamaged ? facts.frames == 1_000 : (400..<1_000).contains(facts.frames))
    }

    @Test("reads standard input")
    func standardInput() throws {
        let bytes = Sample.pcap(at: [0, 1])
        let file = try TemporaryFile(bytes)
        let saved = dup(STDIN_FILENO)
        let opened = open(file.path, O_RDONLY)
        dup2(opened, STDIN_FILENO)
        defer {
            dup2(saved, STDIN_FILENO)
            close(saved)
            close(opened)
        }
        let reading = try Reading("-")
        #expect(reading.facts.file == "-")
        #expect(reading.taken.ordinals == [1, 2])
    }

    @Test("waits for a file to grow, and not for ever")
    func grows() throws {
        let bytes = Sample.pcap(at: [0, 1, 2])
        let file = try TemporaryFile(Array(bytes.prefix(100)))
        Thread.detachNewThread {
            for piece in [100..<160, 160..<bytes.count] {
                usleep(60_000)
                try? file.append(Array(bytes[piece]))
            }
        }
        let reading = try Reading(file.path, CaptureOptions(follow: StreamDuration(milliseconds: 500)))
        #expect(reading.taken.ordinals == [1, 2, 3])
        #expect(reading.facts.cut == nil && reading.totalBytes == nil)
    }

    @Test("makes room for a block larger than its buffer")
    func largeBlock() throws {
        let writer = PCAPNGWriter()
        var block = ByteWriter()
        let length: UInt32 = 1 << 20
        block.writeLittleEndian(0x4141 as UInt32)
        block.writeLittleEndian(length)
        block.write(repeating: 7, count: Int(length) - 12)
        block.writeLittleEndian(length)
        let frame = writer.frame(Sample.frame(), at: Sample.time(1))
        let reading = try Reading(
            bytes: writer.sectionHeader() + writer.interface(.ethernet) + frame + block.bytes + frame)
        #expect(reading.taken.ordinals == [1, 2])
        #expect(reading.facts.cut == nil)
    }

    @Test("keeps what came before damage, and says where it is")
    func damage() throws {
        let good = Sample.pcap(at: [0, 1])
        let facts = try Reading(bytes: good + [UInt8](repeating: 0xff, count: 100)).facts
        #expect(
            facts.cut
                == CaptureCut(
                    kind: .damaged, offset: good.count, frames: 2,
                    sentence: "the capture is damaged at byte \(good.count) after 2 frames: a frame claims 4294967295 "
                        + "bytes; what came before is valid"))
    }

    static let small = [
        Sample.pcap(at: [0, 1]), Sample.pcapng(at: [0, 1], application: CaptureSource.recorderName, end: 3),
    ]

    @Test("gives what is whole in every prefix of a capture, and says that it is cut", arguments: small)
    func prefixes(_ bytes: [UInt8]) throws {
        let whole = try Reading(bytes: bytes)
        for length in 4..<bytes.count {
            let reading = try Reading(piped: Array(bytes[..<length]))
            let count = reading.taken.headers.count
            #expect(reading.taken.headers == Array(whole.taken.headers.prefix(count)))
            #expect(reading.facts.frames == UInt64(count))
            let position = Int(reading.facts.bytes)
            #expect(reading.facts.cut?.offset == (position == length ? nil : position), "\(length) bytes")
        }
    }

    @Test("neither traps nor hangs on mutated captures, and never lets time fall")
    func mutations() throws {
        var random = SeededGenerator(seed: 0x10C)
        for round in 0..<2_000 {
            var bytes = Self.small[round % Self.small.count]
            for _ in 0...Int.random(in: 0..<5, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            // A failure is an answer too.
            guard let reading = try? Reading(piped: bytes) else { continue }
            #expect(!reading.taken.fell)
            #expect(reading.taken.headers.count <= 2)
        }
    }
}
