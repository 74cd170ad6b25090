import CaptureFormats
import TestSupport
import Testing
import Timing

@Suite("Public captures", .enabled(if: Corpus.isPresent))
struct CorpusTests {
    struct Capture: Sendable, CustomTestStringConvertible {
        let file: String
        let format: CaptureFormat
        let link: String
        let frames: Int
        let bytes: Int
        /// The number that tshark gives the last frame, when other blocks have numbers too.
        var last: UInt64?
        var testDescription: String { file }
    }

    // Frames and bytes on the wire from `capinfos -c -d`, numbers from `tshark -T fields -e frame.number`.
    static let captures = [
        Capture(file: "nDPI__flute.pcapng", format: .pcapng, link: "EN10MB", frames: 4, bytes: 1_347),
        Capture(
            file: "nDPI__ossfuzz_seed_fake_traces_2.pcapng", format: .pcapng, link: "EN10MB", frames: 101,
            bytes: 35_154),
        Capture(file: "nDPI__stun_dtls_rtp.pcapng", format: .pcapng, link: "EN10MB", frames: 102, bytes: 26_347),
        Capture(
            file: "pcapng-test-generator__output_be_test202.pcapng", format: .pcapng, link: "EN10MB,NULL", frames: 8,
            bytes: 2_304, last: 11),
        Capture(
            file: "pcapng-test-generator__output_le_test001.pcapng", format: .pcapng, link: "EN10MB", frames: 4,
            bytes: 1_312),
        Capture(
            file: "pcapng-test-generator__output_le_test016.pcapng", format: .pcapng, link: "EN10MB", frames: 4,
            bytes: 1_312),
        Capture(
            file: "pcapng-test-generator__output_le_test100.pcapng", format: .pcapng, link: "EN10MB,NULL", frames: 5,
            bytes: 1_480),
        Capture(
            file: "pcapng-test-generator__output_le_test200.pcapng", format: .pcapng, link: "EN10MB,NULL", frames: 0,
            bytes: 0),
        Capture(file: "rtp2httpd__fec_sample.pcapng", format: .pcapng, link: "EN10MB", frames: 1_145, bytes: 1_579_130),
        Capture(file: "tcpdump__empty.pcapng", format: .pcapng, link: "EN10MB", frames: 0, bytes: 0),
        Capture(file: "tcpdump__rtp-seg-fault-2.pcapng", format: .pcapng, link: "EN10MB", frames: 1, bytes: 1_073),
        Capture(file: "tsduck-test__test-171.11.pcapng", format: .pcapng, link: "EN10MB", frames: 47, bytes: 69_090),
        Capture(file: "PcapPlusPlus__NullLoopback.pcap", format: .pcapng, link: "NULL", frames: 3, bytes: 924),
        Capture(file: "PcapPlusPlus__SllPacket.pcap", format: .pcap, link: "LINUX_SLL", frames: 1, bytes: 1_296),
        Capture(
            file: "ST2110_pcap_zoo__ST2110-40_ancillary_data.pcap", format: .pcapNanoseconds, link: "EN10MB",
            frames: 1_000, bytes: 94_000),
        // Big-endian.
        Capture(file: "nDPI__fuzz-2006-06-26-2594.pcap", format: .pcap, link: "EN10MB", frames: 691, bytes: 99_997),
        Capture(file: "sngrep__aaa.pcap", format: .pcap, link: "EN10MB", frames: 691, bytes: 99_997),
        Capture(
            file: "suricata-verify__decode-sll2-01_input.pcap", format: .pcap, link: "LINUX_SLL2", frames: 5, bytes: 458
        ),
        Capture(
            file: "tcpdump__tcp-handshake-nano.pcap", format: .pcapNanoseconds, link: "LINUX_SLL", frames: 3, bytes: 220
        ),
        Capture(file: "tcpdump__ipv6_frag6_negative_len.pcap", format: .pcap, link: "EN10MB", frames: 1, bytes: 32_896),
        Capture(
            file: "wireshark__wpa-Induction.pcap", format: .pcap, link: "IEEE802_11_RADIO", frames: 1_093,
            bytes: 161_786),
        Capture(file: "zeek__trunc-hdr.pcap", format: .pcap, link: "EN10MB", frames: 1, bytes: 78),
        Capture(file: "peer/site_vB.pcapng", format: .pcapng, link: "EN10MB", frames: 1_701, bytes: 2_215_746),
        Capture(file: "peer/siteB_snap96.pcap", format: .pcap, link: "EN10MB", frames: 1_699, bytes: 2_215_598),
    ]

    @Test("hold as many frames and bytes as capinfos counts", arguments: captures)
    func counts(_ capture: Capture) throws {
        let decoded = Decoded(try Corpus.bytes("corpus/" + capture.file))
        #expect(decoded.error == nil && decoded.cut == nil)
        #expect(decoded.facts.format == capture.format)
        #expect(decoded.facts.linkTypes.map(\.description).joined(separator: ",") == capture.link)
        #expect(decoded.frames.count == capture.frames)
        #expect(decoded.facts.frames == UInt64(capture.frames))
        #expect(decoded.frames.map(\.record.wireLength).reduce(0, +) == capture.bytes)
        #expect(decoded.facts.frame == capture.last ?? UInt64(capture.frames))
    }

    @Test("give stamps, numbers and lengths as tshark prints them")
    func stamps() throws {
        let decoded = Decoded(try Corpus.bytes("corpus/pcapng-test-generator__output_be_test202.pcapng"))
        // tshark -T fields -e frame.number -e frame.time_epoch -e frame.interface_id -e frame.cap_len -e frame.len
        #expect(decoded.numbers == [2, 3, 4, 5, 6, 8, 9, 11])
        let stamped = decoded.frames.filter(\.record.isTimed).map(\.record.time.nanoseconds)
        #expect(
            stamped == [
                1_340_954_905_298_858_000, 1_340_954_905_298_858_000, 1_340_954_905_301_858_000,
                1_340_954_905_298_858_000, 1_340_954_905_298_858_000, 1_340_954_905_301_858_000,
            ])
        #expect(decoded.frames.map(\.record.interface) == [0, 0, 1, 0, 0, 0, 0, 1])
        #expect(decoded.frames.map(\.bytes.count) == [96, 96, 168, 128, 128, 128, 128, 168])
        #expect(decoded.frames.map(\.record.wireLength) == [314, 342, 168, 314, 342, 314, 342, 168])
    }

    struct Damage: Sendable, CustomTestStringConvertible {
        let file: String
        let frames: Int
        let reason: CaptureError.Reason
        var testDescription: String { file }
    }

    static let damaged = [
        // tcpdump: "invalid packet capture length 1409179648".
        Damage(file: "suricata-verify__bug-6875-01_fuzz.pcap", frames: 1, reason: .frameTooLong(1_409_179_648)),
        // By hand: bytes 12 to 15 are 00 00 01 00.
        Damage(
            file: "libpcap__pcapng-invalid-vers-1.pcapng", frames: 0, reason: .unsupportedVersion(major: 0, minor: 1)),
    ]

    @Test("that are damaged give the frames before the damage", arguments: damaged)
    func damage(_ damage: Damage) throws {
        let decoded = Decoded(try Corpus.bytes("corpus/" + damage.file))
        #expect(decoded.frames.count == damage.frames)
        #expect(decoded.error?.reason == damage.reason)
    }

    @Test("that end early give the frames before the cut")
    func ends() throws {
        // Version 2.0 with its lengths the other way round; tshark: frame 1, 197 of 524 501 bytes, then cut short.
        let first = Decoded(try Corpus.bytes("corpus/nDPI__fuzz-2021-10-13.pcap"))
        #expect(first.frames.map(\.record.wireLength) == [524_501])
        #expect(first.frames.map(\.bytes.count) == [197])
        #expect(
            first.cut
                == CaptureCut(
                    kind: .cut, offset: 237, frames: 1,
                    sentence: "the capture ends inside a record at byte 237 after 1 frame"))
    }
}
