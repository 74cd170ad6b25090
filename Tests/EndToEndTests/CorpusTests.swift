import NetworkFormats
import Reports
import TestSupport
import Testing
import VenueRuntime

@Suite("Public captures, analysed whole", .enabled(if: Corpus.isPresent))
struct CorpusTests {
    /// One channel of a capture and its numbers, found with `tshark -z rtp,streams`, `pcapreport` or by hand.
    struct Known: Sendable, CustomTestStringConvertible {
        var capture: String
        var channel: String
        var carriage: ChannelReport.Carriage
        var source: String
        var received: Int?
        var lost: Int?
        var packets: Int?
        var scheme = "none"
        var testDescription: String { "\(capture) \(channel) \(source)" }
    }

    /// Channels and their numbers.
    ///
    /// siteA and its variants: tshark counts 627 packets of 5004 from 10.77.0.1 (618 and 9 lost at site B), and 821
    /// datagrams of 5000 with 5 217 packets of 188 bytes (sum of `udp.length` - 8). Every 5004 datagram carries seven
    /// packets (`udp.length` 1336 = 8 + 12 + 7 · 188), 4 389 in all.
    static let known: [Known] =
        [
            "peer/siteA.pcap", "peer/site_vB.pcapng", "mut/vlan20.pcap", "mut/seq_ts_wrap.pcap",
            "mut/rtp_ext_csrc_pad.pcap", "mut/ts204.pcap",
        ]
        .flatMap { name in
            [
                Known(
                    capture: name, channel: "239.10.1.1:5004", carriage: .rtpTransportStream, source: "10.77.0.1",
                    received: 627, lost: 0, packets: 4389, scheme: "st2022-1"),
                Known(
                    capture: name, channel: "239.10.1.2:5000", carriage: .udpTransportStream, source: "10.77.0.1",
                    packets: 5217),
            ]
        } + [
            Known(
                capture: "peer/siteB_snap96.pcap", channel: "239.10.1.1:5004", carriage: .rtpTransportStream,
                source: "10.77.0.1", received: 627, lost: 0, scheme: "st2022-1"),
            Known(
                capture: "mut/siteB_gilbert_loss.pcap", channel: "239.10.1.1:5004", carriage: .rtpTransportStream,
                source: "10.77.0.1", received: 618, lost: 9, packets: 4389, scheme: "st2022-1"),
            Known(
                capture: "mut/two_streams_one_group.pcap", channel: "239.10.1.1:5004", carriage: .rtpTransportStream,
                source: "10.77.0.1", received: 627, lost: 0, packets: 4389, scheme: "st2022-1"),
            Known(
                capture: "mut/two_streams_one_group.pcap", channel: "239.10.1.1:5004", carriage: .rtpTransportStream,
                source: "10.77.0.99", received: 627, lost: 0, packets: 4389),
            // 16 datagrams of seven packets behind a VLAN tag.
            Known(
                capture: "tsduck-test__test-162.pcap", channel: "235.0.2.1:2000", carriage: .rtpTransportStream,
                source: "10.101.10.90", received: 16, lost: 0, packets: 112),
            // Sum of (`udp.length` - 8) / 204 over 47 datagrams.
            Known(
                capture: "tsduck-test__test-171.11.pcapng", channel: "192.168.233.10:5555",
                carriage: .udpTransportStream,
                source: "192.168.233.2", packets: 329),
            // One datagram of 1316 bytes behind a VLAN tag.
            Known(
                capture: "nDPI__mpegts.pcap", channel: "230.200.201.23:1234", carriage: .udpTransportStream,
                source: "10.1.16.48", packets: 7),
            // PPPoE; the carrier's repair stream beside it, on the port below, has 55 packets.
            Known(
                capture: "rtp2httpd__fec_sample.pcapng", channel: "239.81.0.195:4056", carriage: .rtpTransportStream,
                source: "222.217.102.42", received: 1090, lost: 0, packets: 7630, scheme: "rs-carrier"),
            Known(
                capture: "pi-list__ST2022-7-Audio.pcap", channel: "239.1.2.1:6000", carriage: .rtpElementaryStream,
                source: "192.168.120.2", received: 16000, lost: 0),
            Known(
                capture: "pi-list__ST2022-7-Audio.pcap", channel: "239.1.2.2:6000", carriage: .rtpElementaryStream,
                source: "192.168.130.2", received: 16000, lost: 0),
            Known(
                capture: "peer/sap_rtp_es_prompeg_l10d4_ssm.pcap", channel: "232.10.1.9:5004",
                carriage: .rtpTransportStream, source: "10.77.0.1", received: 338, lost: 0, scheme: "st2022-1"),
            Known(
                capture: "peer/sap_rtp_es_prompeg_l10d4_ssm.pcap", channel: "239.10.1.3:5010",
                carriage: .rtpElementaryStream, source: "10.77.0.1", received: 341, lost: 0),
            Known(
                capture: "peer/sap_rtp_es_prompeg_l10d4_ssm.pcap", channel: "239.10.1.3:5012",
                carriage: .rtpElementaryStream, source: "10.77.0.1", received: 47, lost: 0),
            Known(
                capture: "pkts__sip_rtp.pcap", channel: "127.0.0.1:6000", carriage: .rtpElementaryStream,
                source: "127.0.0.1", received: 501, lost: 0),
        ]

    @Test("hold the channels that other programs find", arguments: known)
    func holds(_ known: Known) throws {
        let report = try Analysing.corpus("corpus/" + known.capture)
        let channel = try #require(
            report.channels.first {
                "\($0.group):\($0.port)" == known.channel && $0.source?.description == known.source
            })
        #expect(channel.carriage == known.carriage)
        #expect(channel.rtp?.received == known.received)
        #expect(channel.rtp?.lost == known.lost)
        if let packets = known.packets { #expect(channel.transport?.packets == packets) }
        #expect(report.jsonText.contains("\"scheme\":\"\(known.scheme)\""))
        if known.packets != nil { #expect(channel.transport?.discontinuities == 0) }
    }

    /// How many channels each capture holds; those not named hold none.
    static let counts = [
        "ST2110_pcap_zoo__ST2110-40_ancillary_data.pcap": 1, "mut/rtp_ext_csrc_pad.pcap": 2, "mut/seq_ts_wrap.pcap": 2,
        "mut/siteB_gilbert_loss.pcap": 2, "mut/ts204.pcap": 2, "mut/two_streams_one_group.pcap": 3,
        "mut/vlan20.pcap": 2,
        "nDPI__flute.pcapng": 1, "nDPI__fuzz-2006-06-26-2594.pcap": 1, "nDPI__mpegts.pcap": 1,
        "nDPI__stun_dtls_rtp.pcapng": 1,
        "nDPI__wa_video.pcap": 9, "peer/sap_rtp_es_prompeg_l10d4_ssm.pcap": 3, "peer/siteA.pcap": 2,
        "peer/siteB_snap96.pcap": 2, "peer/site_vB.pcapng": 2, "pi-list__ST2022-7-Audio.pcap": 2,
        "pi-list__anc_with_some_rtp_padding.pcap": 1, "pi-list__eemebe_t_1080i59.pcap": 1,
        "pi-list__l16_48000_2ch_1ms.pcap": 1, "pkts__sip_rtp.pcap": 1, "rtp2httpd__fec_sample.pcapng": 1,
        "sngrep__aaa.pcap": 1, "trex-core__udp_rtp.cap": 5, "tsduck-test__test-162.pcap": 1,
        "tsduck-test__test-171.11.pcapng": 1,
    ]

    static let captures = Corpus.files(below: "corpus").filter { !$0.hasSuffix(".ts") && !$0.hasSuffix(".tsv") }

    @Test("hold as many channels as there are flows of RTP and transport streams", arguments: captures)
    func counts(_ name: String) throws {
        let known = Self.counts[String(name.dropFirst("corpus/".count))] ?? 0
        do {
            let report = try Analysing.corpus(name)
            #expect(report.channels.count == known)
            if known == 0 {
                #expect(Diagnosis(of: report).sentence.hasPrefix(report.capture.frames > 0 ? "No RTP" : "The capture"))
            }
        } catch AnalysisFailure.capture(let failure) {
            // The only one that is no capture of a known version.
            #expect(name == "corpus/libpcap__pcapng-invalid-vers-1.pcapng", "\(failure)")
        }
    }

    @Test(
        "transport streams are refused by their name",
        arguments: Corpus.files(below: "corpus").filter { $0.hasSuffix(".ts") })
    func refuses(_ name: String) throws {
        do {
            _ = try Analysing.corpus(name)
            Issue.record("\(name) was taken for a capture")
        } catch {
            #expect("\(error)".contains("looks like an MPEG transport stream"))
        }
    }
}
