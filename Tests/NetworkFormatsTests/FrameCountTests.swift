import NetworkFormats
import TestSupport
import Testing

@Suite("Frames of public captures, counted", .enabled(if: Corpus.isPresent))
struct FrameCountTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var frames: Int
        var datagrams: Int
        var mismatches = 0
        var joins = 0
        var leaves = 0
        var queries = 0
        var testDescription: String { name }
    }

    // From tshark -Y udp (datagrams inside ICMP and tunnels left out) with -o udp.check_checksum:TRUE and
    // -o ip.check_checksum:TRUE, and -T fields -e igmp.type -e igmp.record_type -e igmp.num_src.
    static let cases = [
        Case(name: "PcapPlusPlus__IPv4Frag.pcap", frames: 3, datagrams: 1),
        Case(name: "PcapPlusPlus__SllPacket.pcap", frames: 1, datagrams: 0),
        Case(name: "PcapPlusPlus__NullLoopback.pcap", frames: 3, datagrams: 2),
        Case(name: "ST2110_pcap_zoo__ST2110-40_ancillary_data.pcap", frames: 1_000, datagrams: 1_000),
        Case(name: "libatsc3__1548126438.pcap", frames: 1_296, datagrams: 1_294),
        Case(name: "libatsc3__1548126464.pcap", frames: 1_887, datagrams: 1_883),
        Case(name: "nDPI__ip_fragmented_garbage.pcap", frames: 1_252, datagrams: 0),
        Case(name: "nDPI__mpegts.pcap", frames: 1, datagrams: 1),
        Case(name: "nDPI__rtcp_multiple_pkts_in_the_same_datagram.pcap", frames: 5, datagrams: 5, mismatches: 5),
        Case(name: "nDPI__rtsp.pcap", frames: 568, datagrams: 0),
        Case(name: "nDPI__ssdp-m-search.pcap", frames: 19, datagrams: 19),
        Case(name: "nDPI__wa_video.pcap", frames: 781, datagrams: 648),
        Case(name: "nDPI__flute.pcapng", frames: 4, datagrams: 4, mismatches: 4),
        Case(name: "nDPI__ossfuzz_seed_fake_traces_2.pcapng", frames: 101, datagrams: 4, mismatches: 2),
        Case(name: "nDPI__stun_dtls_rtp.pcapng", frames: 102, datagrams: 39),
        Case(name: "pi-list__anc_with_some_rtp_padding.pcap", frames: 50, datagrams: 50),
        Case(name: "pi-list__l16_48000_2ch_1ms.pcap", frames: 10_062, datagrams: 10_062),
        Case(name: "pi-list__mac_multicast.pcap", frames: 12, datagrams: 12),
        Case(name: "pi-list__srt_stream.pcap", frames: 467, datagrams: 467, mismatches: 467),
        Case(name: "pi-list__srt_stream_loss_of_10.pcap", frames: 304, datagrams: 304, mismatches: 304),
        Case(name: "pi-list__ttmlRTP_truncated_start.pcap", frames: 10, datagrams: 10, mismatches: 10),
        Case(name: "pkts__padded_udp.pcap", frames: 1, datagrams: 1),
        Case(name: "pkts__sip_rtp.pcap", frames: 507, datagrams: 507, mismatches: 6),
        Case(name: "sngrep__aaa.pcap", frames: 691, datagrams: 590),
        Case(
            name: "suricata-verify__wireshark-wiki-IGMP-dataset.pcap", frames: 147, datagrams: 0, joins: 118,
            queries: 10),
        Case(name: "suricata-verify__ipv4-truncated_truncated.pcap", frames: 1, datagrams: 1),
        Case(name: "suricata-verify__eth-ip-gre-ppp-max-ip-packet.pcap", frames: 1_024, datagrams: 0),
        Case(name: "suricata-verify__decode-sll2-01_input.pcap", frames: 5, datagrams: 0),
        Case(name: "suricata-verify__detect-vlan-id_input.pcap", frames: 2, datagrams: 0),
        Case(name: "tcpdump__IGMP_V1.pcap", frames: 27, datagrams: 0, joins: 24, queries: 3),
        Case(name: "tcpdump__PIMv2_bootstrap.pcap", frames: 8, datagrams: 0),
        Case(name: "tcpdump__igmpv3-queries.pcap", frames: 6, datagrams: 0, queries: 6),
        Case(name: "tcpdump__ipv6_frag6_negative_len.pcap", frames: 1, datagrams: 0),
        Case(name: "tcpdump__rtp-seg-fault-2.pcapng", frames: 1, datagrams: 1, mismatches: 1),
        Case(name: "trex-core__udp_rtp.cap", frames: 20, datagrams: 20),
        Case(name: "tsduck-test__test-107.pcapng", frames: 154, datagrams: 32),
        Case(name: "tsduck-test__test-162.pcap", frames: 16, datagrams: 16),
        Case(name: "tsduck-test__test-171.11.pcapng", frames: 47, datagrams: 47, mismatches: 47),
        Case(name: "wireshark__dhcp-nanosecond.pcap", frames: 4, datagrams: 4, mismatches: 2),
        Case(name: "wireshark__wpa-Induction.pcap", frames: 1_093, datagrams: 0),
        // tshark joins these, but the first is not of whole units of 8 bytes and the third overlaps: hosts refuse them.
        Case(name: "zeek__fragmented-1.pcap", frames: 3, datagrams: 0),
        Case(name: "zeek__fragmented-3.pcap", frames: 5, datagrams: 0),
        Case(
            name: "zeek__home-multicast-short.pcap", frames: 6, datagrams: 3, joins: 3, queries: 1),
        Case(name: "zeek__igmp-many-sources.pcap", frames: 150, datagrams: 0, joins: 150),
        Case(name: "zeek__igmp.pcap", frames: 12, datagrams: 0, joins: 10, leaves: 2),
        Case(name: "zeek__linux_dlt_sll2.pcap", frames: 6, datagrams: 0),
        Case(name: "zeek__mixed-vlan-mpls.pcap", frames: 47, datagrams: 0),
        Case(name: "zeek__vlan-qinqinq.pcap", frames: 14, datagrams: 0),
        Case(name: "zeek__trunc-hdr.pcap", frames: 1, datagrams: 0),
        Case(name: "zeek__ipv4-internally-truncated-header.pcap", frames: 1, datagrams: 0),
        Case(name: "zeek__vxlan-encapsulated-igmp-v2.pcap", frames: 3, datagrams: 3, mismatches: 3),
    ]

    @Test("agree with tshark, and every frame is accounted for", arguments: cases)
    func counts(_ example: Case) throws {
        let (sink, counters) = try CapturedFrames("corpus/" + example.name).decode()
        #expect(counters.frames == example.frames)
        #expect(counters.datagrams == example.datagrams)
        #expect(counters.checksumMismatches == example.mismatches)
        #expect(sink.reports.count { $0.event == .join } == example.joins)
        #expect(sink.reports.count { $0.event == .leave } == example.leaves)
        #expect(sink.reports.count { $0.event == .query } == example.queries)
        let skipped = counters.skipped.reduce(0) { $0 + $1.count }
        let joined = counters.fragmentsReassembled - counters.datagramsReassembled
        #expect(counters.datagrams + counters.membershipMessages + skipped + joined == counters.frames)
    }

    // From tshark -T fields -e wlan.fc.type -e wlan.fc.protected: types 0, 1 and 2, and ten that name another protocol
    // version; of the five data frames in the clear four are EAPOL and one is not IP.
    @Test("tell apart what is on the air")
    func wireless() throws {
        let (_, counters) = try CapturedFrames("corpus/wireshark__wpa-Induction.pcap").decode()
        #expect(counters.wlanManagement == 442)
        #expect(counters.wlanControl == 356)
        #expect(counters.wlanEncrypted == 280)
        #expect(counters.notIP == 5)
        #expect(counters.malformed == 10)
    }

    // From tshark -T fields -e igmp.maddr -e igmp.record_type: two reports of TO_EX{} and two of TO_IN{}, four groups each.
    @Test("tell who joined and left in the capture of a venue")
    func membership() throws {
        let (sink, _) = try CapturedFrames("corpus/peer/siteA.pcap").decode()
        let groups = ["224.2.127.254", "239.10.1.3", "239.10.1.2", "239.10.1.1"]
        #expect(sink.reports.map(\.group.description) == groups + groups + groups + groups)
        #expect(sink.reports.map(\.ordinal) == [1, 2, 1_699, 1_700].flatMap { [$0, $0, $0, $0] as [UInt64] })
        #expect(sink.reports.prefix(8).allSatisfy { $0.event == .join && $0.sources.isEmpty })
        #expect(sink.reports.suffix(8).allSatisfy { $0.event == .leave && $0.host.description == "10.77.0.2" })
    }

    // wrong checksums: tshark's udp.checksum.status over the whole file says all 1 696; with none left, no datagram.
    @Test("leaves datagrams with wrong checksums out when asked to")
    func strict() throws {
        let (sink, counters) = try CapturedFrames("corpus/peer/siteA.pcap").decode(FrameOptions(verifyChecksums: true))
        #expect(sink.headers.isEmpty)
        #expect(counters.badChecksum == 1_696)
        #expect(counters.checksumMismatches == 1_696)
        #expect(counters.membershipMessages == 4)
    }
}
