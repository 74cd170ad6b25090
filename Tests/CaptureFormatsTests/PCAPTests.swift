import Bytes
import CaptureFormats
import TestSupport
import Testing
import Timing

@Suite("pcap")
struct PCAPTests {
    struct Variant: Sendable, CustomTestStringConvertible {
        let name: String
        let hex: String
        let format: CaptureFormat
        let nanoseconds: Int64
        var testDescription: String { name }
        var bytes: [UInt8] { [UInt8](hex: hex) ?? [] }
    }

    // Written down by hand after draft-ietf-opsawg-pcap: link type 113, snap length 96, one frame of 4 bytes, 60 on the
    // wire, stamped 0x4fed5419 seconds (2012-06-29T07:07:05Z) and 0x00048f6a = 298 858 parts.
    static let variants = [
        Variant(
            name: "little-endian, microseconds",
            hex: "d4c3b2a1 0200 0400 00000000 00000000 60000000 71000000"
                + "1954ed4f 6a8f0400 04000000 3c000000 deadbeef",
            format: .pcap, nanoseconds: 1_340_953_625_298_858_000),
        Variant(
            name: "big-endian, microseconds",
            hex: "a1b2c3d4 0002 0004 00000000 00000000 00000060 00000071"
                + "4fed5419 00048f6a 00000004 0000003c deadbeef",
            format: .pcap, nanoseconds: 1_340_953_625_298_858_000),
        Variant(
            name: "little-endian, nanoseconds",
            hex: "4d3cb2a1 0200 0400 00000000 00000000 60000000 71000000"
                + "1954ed4f 6a8f0400 04000000 3c000000 deadbeef",
            format: .pcapNanoseconds, nanoseconds: 1_340_953_625_000_298_858),
        Variant(
            name: "big-endian, nanoseconds",
            hex: "a1b23c4d 0002 0004 00000000 00000000 00000060 00000071"
                + "4fed5419 00048f6a 00000004 0000003c deadbeef",
            format: .pcapNanoseconds, nanoseconds: 1_340_953_625_000_298_858),
        Variant(
            name: "modified, 24-byte record headers",
            hex: "34cdb2a1 0200 0400 00000000 00000000 60000000 71000000"
                + "1954ed4f 6a8f0400 04000000 3c000000 02000000 0008 00 00 deadbeef",
            format: .pcap, nanoseconds: 1_340_953_625_298_858_000),
        Variant(
            name: "a frame check sequence told in the link type, no snap length",
            hex: "d4c3b2a1 0200 0400 00000000 00000000 00000000 71000024"
                + "1954ed4f 6a8f0400 04000000 3c000000 deadbeef",
            format: .pcap, nanoseconds: 1_340_953_625_298_858_000),
    ]

    @Test("reads every byte order, resolution and record header", arguments: variants)
    func variant(_ variant: Variant) throws {
        let capture = Decoded(variant.bytes)
        let frame = try #require(capture.frames.first)
        #expect(capture.frames.count == 1)
        #expect(frame.bytes == [0xde, 0xad, 0xbe, 0xef])
        #expect(frame.record.frame == 1)
        #expect(frame.record.time.nanoseconds == variant.nanoseconds)
        #expect(frame.record.linkType == .linuxCooked)
        #expect(frame.record.wireLength == 60)
        #expect(frame.record.isTruncated)
        #expect(capture.facts.format == variant.format)
        #expect(capture.facts.linkTypes.map(\.description) == ["LINUX_SLL"])
        #expect(capture.error == nil && capture.cut == nil)
    }

    @Test("gives whole records and says where a cut file ends, for every prefix", arguments: variants)
    func prefixes(_ variant: Variant) {
        let bytes = variant.bytes
        for length in 0..<bytes.count {
            let capture = Decoded(Array(bytes[..<length]))
            #expect(capture.frames.isEmpty && capture.error == nil)
            let offset = length < 24 ? 0 : 24
            #expect(capture.cut?.offset == (length == 0 || length == 24 ? nil : offset), "\(length) bytes")
        }
    }

    @Test("gives the same in pieces of any size", arguments: variants)
    func pieces(_ variant: Variant) {
        let whole = Decoded(variant.bytes)
        for piece in [1, 2, 3, 7, 23, 24, 25, 41] { #expect(Decoded(variant.bytes, piece: piece) == whole) }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let name: String
        let hex: String
        let want: CaptureError
        var testDescription: String { name }
    }

    static let record = "1954ed4f 6a8f0400 04000000 3c000000 deadbeef"
    static let header = "d4c3b2a1 0200 0400 00000000 00000000 00000400 01000000"
    static let refusals = [
        Refusal(
            name: "an MPEG transport stream", hex: "47400010 0000b00d",
            want: CaptureError(offset: 0, frames: 0, reason: .notACapture(0x4740_0010))),
        Refusal(
            name: "version 1.4", hex: "d4c3b2a1 0100 0400" + String(repeating: "00", count: 16),
            want: CaptureError(offset: 0, frames: 0, reason: .unsupportedVersion(major: 1, minor: 4))),
        Refusal(
            name: "a frame of 262 145 bytes", hex: header + "1954ed4f 6a8f0400 01000400 01000400",
            want: CaptureError(offset: 24, frames: 0, reason: .frameTooLong(262_145))),
        Refusal(
            name: "noise behind two frames", hex: header + record + record + String(repeating: "ff", count: 40),
            want: CaptureError(offset: 64, frames: 2, reason: .frameTooLong(.max))),
    ]

    @Test("says where and why it cannot go on, and says it again", arguments: refusals)
    func refuses(_ refusal: Refusal) throws {
        var capture = Decoded([UInt8](hex: refusal.hex) ?? [])
        #expect(capture.error == refusal.want)
        #expect(UInt64(capture.frames.count) == refusal.want.frames)
        var offset = 0
        #expect(throws: refusal.want) {
            try capture.facts.next(in: [UInt8](repeating: 0xff, count: 64).span.bytes, at: &offset)
        }
    }

    @Test("asks for as many bytes as the next record needs")
    func wanted() throws {
        let bytes = try #require([UInt8](hex: Self.header + Self.record))
        var decoder = CaptureDecoder()
        var offset = 0
        #expect(decoder.wanted == 4)
        let first = try decoder.next(in: Array(bytes[..<4]).span.bytes, at: &offset)
        #expect(first == nil && decoder.wanted == 24 && offset == 0)
        let second = try decoder.next(in: Array(bytes[..<30]).span.bytes, at: &offset)
        #expect(second == nil && decoder.wanted == 16 && offset == 24)
        let third = try decoder.next(in: Array(bytes[24..<40]).span.bytes, at: &offset)
        #expect(third == nil)
        offset = 0
        let fourth = try decoder.next(in: Array(bytes[24..<40]).span.bytes, at: &offset)
        #expect(fourth == nil && decoder.wanted == 20)
    }
}
