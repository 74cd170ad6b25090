import Bytes
import CaptureFormats
import Foundation
import NetworkFormats
import TestSupport
import Testing
import Timing

@testable import PacketIO

@Suite("Reading ahead")
struct ReadAheadTests {
    /// What becomes of a capture that is read ahead from its first piece on is compared with the same on one thread.
    static func expectSame(_ path: String, _ options: CaptureOptions = CaptureOptions()) throws {
        let ahead = try Reading(path, options, readAheadStart: 0)
        let plain = try Reading(path, options, readAheadStart: .max)
        #expect(ahead.taken.headers == plain.taken.headers)
        #expect(ahead.taken.payloads == plain.taken.payloads)
        #expect(ahead.taken.advances == plain.taken.advances)
        #expect(ahead.taken.reports == plain.taken.reports)
        #expect(ahead.taken.reportPlaces == plain.taken.reportPlaces)
        #expect(ahead.facts == plain.facts)
        #expect(ahead.endTime == plain.endTime && ahead.bytesRead == plain.bytesRead)
    }

    /// Datagrams, some of them in fragments, and membership messages between them: four pieces of it.
    static let mixed: [UInt8] = {
        let writer = PCAPWriter(linkType: .ethernet)
        var bytes = writer.header()
        for index in 0..<800 {
            let time = Sample.time(Double(index) / 100)
            bytes += writer.frame(Sample.frame(count: 1_200 + index % 100), at: time)
            if index % 5 == 0 {
                for piece in fragments(of: Sample.frame(count: 2_000)) { bytes += writer.frame(piece, at: time) }
            }
            if index % 9 == 0 { bytes += writer.frame(join, at: time) }
        }
        return bytes
    }()

    /// An IGMP version 2 report for 239.1.1.1.
    static let join: [UInt8] = {
        var frame = Array(Sample.frame().prefix(34))
        frame[17] = 28
        frame[23] = 2
        return frame + [0x16, 0, 0xfa, 0xfe, 239, 1, 1, 1]
    }()

    /// The IPv4 packet of an Ethernet frame in two fragments, the first of 1 000 bytes behind its header.
    static func fragments(of frame: [UInt8]) -> [[UInt8]] {
        let head = Array(frame.prefix(34))
        return [frame[34..<1_034], frame[1_034...]].enumerated().map { place, rest in
            var piece = head
            let length = rest.count + 20
            piece[16] = UInt8(length >> 8)
            piece[17] = UInt8(length & 0xff)
            piece[20] = place == 0 ? 0x20 : 0
            piece[21] = place == 0 ? 0 : 125
            return piece + rest
        }
    }

    @Test("gives datagrams, joined fragments and membership messages in the same order", arguments: [false, true])
    func same(isCompressed: Bool) throws {
        let file = try TemporaryFile(isCompressed ? TemporaryFile.gzip(Self.mixed) : Self.mixed)
        try Self.expectSame(file.path)
        try Self.expectSame(file.path, CaptureOptions(filter: "udp"))
        let reading = try Reading(file.path, readAheadStart: 0)
        // 800 datagrams, one more for each fifth, and a report for each ninth.
        #expect(reading.taken.headers.count == 960 && reading.taken.reports.count == 89)
        #expect(reading.taken.payloads.count { $0.count == 2_000 } == 160)
    }

    @Test("ends in the same way where a capture is cut or damaged", arguments: [false, true])
    func ends(isDamaged: Bool) throws {
        var bytes = Array(Self.mixed.dropLast(77))
        if isDamaged { bytes += [UInt8](repeating: 0xff, count: 400_000) }
        let file = try TemporaryFile(bytes)
        try Self.expectSame(file.path)
        let packed = try TemporaryFile(Array(TemporaryFile.gzip(bytes).dropLast(5)))
        try Self.expectSame(packed.path)
    }

    @Test("throws what reading on one thread throws")
    func fails() throws {
        let writer = PCAPNGWriter()
        var bytes = writer.sectionHeader() + writer.interface(.ethernet)
        // No frame in the first pieces: only then the filter is compiled.
        var block = ByteWriter()
        let length: UInt32 = 600_000
        block.writeLittleEndian(0x4141 as UInt32)
        block.writeLittleEndian(length)
        block.write(repeating: 7, count: Int(length) - 12)
        block.writeLittleEndian(length)
        bytes += block.bytes + writer.frame(Sample.frame(), at: Sample.time(1))
        let file = try TemporaryFile(bytes)
        for start in [0, Int.max] {
            let failure = #expect(throws: CaptureFailure.self) {
                try Reading(file.path, CaptureOptions(filter: "udp and and"), readAheadStart: start)
            }
            #expect(failure?.description.contains("syntax error") == true)
        }
        try Self.expectSame(file.path)
    }

    @Test("stops when nobody wants any more, wherever that is")
    func stops() throws {
        let file = try TemporaryFile(Self.mixed)
        for turns in 0..<5 {
            var source = try CaptureSource(opening: file.path, options: CaptureOptions(), readAheadStart: 0)
            var taken = Taken()
            for _ in 0..<turns { _ = try source.drain(into: &taken) }
            #expect(source.facts.frames >= UInt64(source.framesRead))
            #expect(!taken.fell)
        }
    }

    @Test("changes nothing of public captures", .enabled(if: Corpus.isPresent))
    func corpus() throws {
        for name in ["peer/siteA.pcap", "rtp2httpd__fec_sample.pcapng", "tsduck-test__test-102.pcapng"] {
            try Self.expectSame(Corpus.path("corpus/" + name))
        }
    }
}
