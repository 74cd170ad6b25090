import Channels
import NetworkFormats
import TestSupport
import Testing
import Timing

@Suite("Classifier on captures", .enabled(if: Corpus.isPresent))
struct CorpusTests {
    struct Known: CustomTestStringConvertible {
        var testDescription: String
        /// "destination source carriage packets+repair packets", sorted.
        var want: [String]
    }

    static let siteA = [
        "239.10.1.1:5004 10.77.0.1 rtp-mp2t 627+246", "239.10.1.2:5000 10.77.0.1 udp-mp2t 821+0",
    ]

    // Streams and counts of `tshark --enable-heuristic rtp_udp -z rtp,streams`; transport streams without RTP and
    // repair packets by `tshark -T fields -e ip.dst -e udp.dstport | sort | uniq -c`.
    static let known = [
        // Sessions by `tshark -d udp.port==P,alc -T fields -e rmt-lct.tsi | sort | uniq -c`.
        Known(testDescription: "corpus/nDPI__flute.pcapng", want: ["238.1.1.95:40085 192.168.88.231 flute 4+0"]),
        Known(
            testDescription: "vectors/flute_alc1.11.7_nocode_tsi1_rs28_tsi2.pcap",
            want: ["239.10.10.9:3400 127.0.0.1 flute 16+0", "239.10.10.9:3400 127.0.0.1 flute 5+0"]),
        Known(testDescription: "corpus/peer/siteA.pcap", want: siteA),
        Known(testDescription: "corpus/peer/siteB_snap96.pcap", want: siteA),
        Known(testDescription: "corpus/peer/site_vB.pcapng", want: siteA),
        Known(testDescription: "corpus/mut/vlan20.pcap", want: siteA),
        Known(testDescription: "corpus/mut/ts204.pcap", want: siteA),
        Known(testDescription: "corpus/mut/seq_ts_wrap.pcap", want: siteA),
        Known(testDescription: "corpus/mut/rtp_ext_csrc_pad.pcap", want: siteA),
        Known(
            testDescription: "corpus/mut/siteB_gilbert_loss.pcap",
            want: ["239.10.1.1:5004 10.77.0.1 rtp-mp2t 618+239", "239.10.1.2:5000 10.77.0.1 udp-mp2t 795+0"]),
        Known(
            testDescription: "corpus/mut/two_streams_one_group.pcap",
            want: siteA + ["239.10.1.1:5004 10.77.0.99 rtp-mp2t 627+0"]),
        Known(
            testDescription: "corpus/peer/sap_rtp_es_prompeg_l10d4_ssm.pcap",
            want: [
                "232.10.1.9:5004 10.77.0.1 rtp-mp2t 338+108", "239.10.1.3:5010 10.77.0.1 rtp-es 341+0",
                "239.10.1.3:5012 10.77.0.1 rtp-es 47+0",
            ]),
        Known(
            testDescription: "corpus/rtp2httpd__fec_sample.pcapng",
            want: ["239.81.0.195:4056 222.217.102.42 rtp-mp2t 1090+55"]),
        Known(
            testDescription: "corpus/pi-list__ST2022-7-Audio.pcap",
            want: [
                "239.1.2.1:6000 192.168.120.2 rtp-es 16000+0", "239.1.2.2:6000 192.168.130.2 rtp-es 16000+0",
            ]),
        Known(
            testDescription: "corpus/pi-list__l16_48000_2ch_1ms.pcap",
            want: ["239.31.114.5:5004 192.168.61.114 rtp-es 10062+0"]),
        Known(
            testDescription: "corpus/pi-list__anc_with_some_rtp_padding.pcap",
            want: ["239.0.40.1:50040 192.168.200.71 rtp-es 50+0"]),
        Known(
            testDescription: "corpus/ST2110_pcap_zoo__ST2110-40_ancillary_data.pcap",
            want: ["239.0.1.20:20000 192.168.0.1 rtp-es 1000+0"]),
        Known(
            testDescription: "corpus/tsduck-test__test-162.pcap",
            want: ["235.0.2.1:2000 10.101.10.90 rtp-mp2t 16+0"]),
        Known(
            testDescription: "corpus/tsduck-test__test-171.11.pcapng",
            want: ["192.168.233.10:5555 192.168.233.2 udp-mp2t 47+0"]),
        Known(
            testDescription: "corpus/nDPI__mpegts.pcap", want: ["230.200.201.23:1234 10.1.16.48 udp-mp2t 1+0"]),
        Known(testDescription: "corpus/pkts__sip_rtp.pcap", want: ["127.0.0.1:6000 127.0.0.1 rtp-es 501+0"]),
        Known(
            testDescription: "corpus/sngrep__aaa.pcap", want: ["212.242.33.36:40392 192.168.1.2 rtp-es 9+0"]),
        Known(
            testDescription: "corpus/nDPI__stun_dtls_rtp.pcapng",
            want: ["142.250.82.76:19305 192.168.12.156 rtp-es 11+0"]),
        Known(
            testDescription: "corpus/trex-core__udp_rtp.cap",
            want: (0...4).map { "48.0.0.\($0):10004 16.0.0.\($0) rtp-es 4+0" }),
        Known(
            testDescription: "vectors/ffmpeg5.1_prompeg_l8d4.pcap",
            want: ["239.10.10.1:5000 0.0.0.0 rtp-mp2t 794+290"]),
        Known(
            testDescription: "vectors/gst1.22_st2022-1_l8d4_varlen.pcap",
            want: ["239.10.10.2:6000 0.0.0.0 rtp-mp2t 538+194"]),
    ]

    @Test("finds the streams that tshark finds when it is told to look", arguments: known)
    func findsStreams(_ example: Known) throws {
        let tally = try Tally(capture: example.testDescription)
        #expect(tally.lines.sorted() == example.want.sorted())
        for channel in tally.channels { #expect(channel.ordinals == channel.ordinals.sorted()) }
    }

    // No RTP by tshark's heuristic, or only single packets of an SSRC; and what the capture is known to hold.
    static let empty: [Known] = [
        Known(testDescription: "corpus/pi-list__srt_stream.pcap", want: ["SRT/UDT"]),
        Known(testDescription: "corpus/pi-list__srt_stream_loss_of_10.pcap", want: ["SRT/UDT"]),
        Known(testDescription: "corpus/pi-list__ttmlRTP_truncated_start.pcap", want: ["RTP-like"]),
        Known(testDescription: "corpus/libatsc3__1548126438.pcap", want: ["MMTP", "mDNS", "DNS"]),
        Known(testDescription: "corpus/nDPI__ssdp-m-search.pcap", want: ["SSDP"]),
        Known(testDescription: "corpus/nDPI__fuzz-2020-02-16-11740.pcap", want: ["RADIUS"]),
        Known(testDescription: "corpus/nDPI__ossfuzz_seed_fake_traces_2.pcapng", want: []),
        Known(testDescription: "corpus/nDPI__rtcp_multiple_pkts_in_the_same_datagram.pcap", want: ["RTCP"]),
        Known(testDescription: "corpus/nDPI__rtsp.pcap", want: []),
        Known(testDescription: "corpus/tsduck-test__test-107.pcapng", want: []),
        Known(testDescription: "corpus/pi-list__mac_multicast.pcap", want: ["NetBIOS"]),
        Known(testDescription: "corpus/zeek__vxlan-encapsulated-igmp-v2.pcap", want: ["tunnel"]),
        Known(testDescription: "corpus/wireshark__dhcp-nanosecond.pcap", want: ["DHCP"]),
    ]

    @Test("finds no phantom channels, and says what was there", arguments: empty)
    func findsNone(_ example: Known) throws {
        let tally = try Tally(capture: example.testDescription)
        #expect(tally.lines.isEmpty)
        let kinds = tally.classifier.others.ranked.map(\.kind.rawValue)
        for word in example.want { #expect(kinds.contains(word)) }
    }

    @Test("tells calls that share one address apart, each SSRC for itself")
    func calls() throws {
        let tally = try Tally(capture: "corpus/nDPI__wa_video.pcap")
        // tshark -z rtp,streams: 192.168.2.12 sends 163, 75 and 19 packets of three SSRCs to 31.13.86.48:3478 at once.
        // The third SSRC's first packet came while the second one was being watched.
        let calls = zip(tally.classifier.channels, tally.channels)
            .filter { "\($0.0.destination)" == "31.13.86.48:3478" }.map(\.1.media)
        #expect(calls.sorted() == [18, 75, 163])
        for identity in tally.classifier.channels { #expect(identity.carriage == .rtpElementaryStream) }
    }

    @Test("finds two sources on one group, and packets of 204 bytes")
    func details() throws {
        let two = try Tally(capture: "corpus/mut/two_streams_one_group.pcap")
        guard case .twoSources(let channel, let second, _) = try #require(two.findings.first) else {
            Issue.record("another finding")
            return
        }
        #expect(two.findings.count == 1)
        #expect("\(two.classifier.channels[Int(channel)].source)" == "10.77.0.1")
        #expect("\(two.classifier.channels[Int(second)].source)" == "10.77.0.99")
        for name in ["corpus/mut/ts204.pcap", "corpus/tsduck-test__test-171.11.pcapng"] {
            let long = try Tally(capture: name)
            #expect(long.classifier.channels.allSatisfy { $0.packetLength == 204 })
        }
    }

    @Test("names the channel that SAP announced, and still does after its deletion")
    func announced() throws {
        let tally = try Tally(capture: "corpus/peer/sap_rtp_es_prompeg_l10d4_ssm.pcap")
        let directory = tally.classifier.directory
        #expect(tally.announcements == 3)
        #expect(directory.counters.received == 3)
        #expect(directory.counters.malformed == 0)
        #expect(directory.counters.sessions == 1)
        #expect(directory.counters.deleted == 1)
        let video = try #require(tally.classifier.channels.first { $0.destination.port == 5010 })
        #expect(directory.name(for: video.destination) == "No Name")
        #expect(directory.sessions.map(\.isOver) == [true])
    }
}
