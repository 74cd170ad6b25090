import NetworkFormats
import Reports
import TestSupport
import Timing

/// Reports made by hand, with numbers that differ in every place.
enum SampleReports {
    /// 2026-01-01T00:00:00Z.
    static let start = StreamTime(nanoseconds: 1_767_225_600_000_000_000)

    static func address(_ text: String) -> IPAddress { IPAddress(text) ?? .unspecified }

    /// A venue with a repaired channel, a channel that lost packets for good, a plain UDP one and one without TS.
    static var venue: AnalysisReport {
        var report = AnalysisReport(
            capture: CaptureReport(
                file: "venue.pcapng", format: "pcapng", linkTypes: ["EN10MB"], resolution: "ns", frames: 4102,
                bytes: 5_123_456, firstTime: start + StreamDuration(milliseconds: 5),
                lastTime: start + StreamDuration(milliseconds: 12_350), checksumMismatches: 4,
                skipped: SkippedFrames(notIP: 12, fragment: 3, others: [CountedReason("notUDP", 40)]),
                contents: [CountedReason("udp", 4047), CountedReason("tcp", 40), CountedReason("arp", 12)],
                otherFlows: [
                    OtherFlow(
                        source: address("10.1.1.9"), destination: Endpoint(address("10.1.1.1"), 53), datagrams: 17,
                        content: "dns")
                ]),
            sap: SAPReport(
                received: 12, malformed: 1, sessions: 3, deleted: 1,
                silent: [.init(name: "Bench", endpoint: Endpoint(address("239.10.1.9"), 5004))]),
            channels: [sideline, wide, plain, audio],
            igmp: [
                MembershipEntry(
                    time: start + StreamDuration(milliseconds: 1000), frame: 301, host: address("10.1.1.77"),
                    group: address("239.10.1.1"), event: .join, firstPacketMs: 12.34),
                MembershipEntry(
                    time: start + StreamDuration(milliseconds: 9000), frame: 3004, host: address("10.1.1.77"),
                    group: address("239.10.1.1"), event: .leave),
            ])
        report.judge()
        return report
    }

    /// Nine packets lost and repaired.
    static var sideline: ChannelReport {
        ChannelReport(
            id: "9f2c41d07be3", name: "Sideline", origin: .announced, licensed: true, group: address("239.10.1.1"),
            port: 5004, source: address("10.1.1.10"), carriage: .rtpTransportStream,
            rtp: RTPReport(
                ssrc: 0x1fa3_13a2, expected: 636, received: 627, lost: 9, reordered: 2, reorderDepth: 1,
                jitterMs: 0.4567, jitterMaxMs: 2.5,
                runs: [
                    RTPRun(
                        ssrc: 0x1fa3_13a2, firstSequence: 65_530, expected: 636, received: 627, start: start,
                        end: start + StreamDuration(milliseconds: 6000))
                ], firstLoss: Occurrence(time: start + StreamDuration(milliseconds: 812), frame: 812)),
            loss: LossReport(
                holes: 5, longest: 3, minSeparation: 21,
                runLengths: [.init(length: 1, holes: 3), .init(length: 3, holes: 2)]),
            fec: FECReport(
                scheme: .matrix(columns: 5, rows: 5, mode: .both, isAligned: true), received: 250, recovered: 9,
                overhead: 0.4),
            windows: WindowsReport(partial: 2, noLoss: 20, recoverySuccesses: 5),
            link: LinkReport(
                last: 10, min: 9, mean: 9.8333, timeline: [.init(time: start + StreamDuration(seconds: 1), value: 9)]),
            transport: TransportReport(
                packets: 4452,
                pids: [
                    PIDReport(pid: 0, kind: "psi", packets: 60),
                    PIDReport(pid: 256, kind: "video", codec: "h264", packets: 4000),
                    PIDReport(pid: 257, kind: "audio", codec: "aac", packets: 392),
                ], clocks: [ClockReport(pid: 256, maxIntervalMs: 40.25, jitterUs: 123.46, driftPpm: -1.235)]),
            video: VideoReport(frames: 150, width: 1280, height: 720, gopMs: 500, gopMaxMs: 520), bitrateKbps: 1092.642)
    }

    /// Lost more than the rows could repair.
    static var wide: ChannelReport {
        ChannelReport(
            id: "01ab23cd45ef", name: "239.10.1.2:5004", group: address("239.10.1.2"), port: 5004,
            source: address("10.1.1.10"), carriage: .rtpTransportStream,
            rtp: RTPReport(
                ssrc: 7, expected: 1000, received: 992, lost: 8, duplicates: 3, late: 1, jitterMs: 1.25, jitterMaxMs: 3,
                sequenceResets: 1, firstLoss: Occurrence(time: start + StreamDuration(milliseconds: 900), frame: 903)),
            loss: LossReport(holes: 1, longest: 8, runLengths: [.init(length: 8, holes: 1)]),
            fec: FECReport(
                scheme: .matrix(columns: 5, rows: 1, mode: .rows, isAligned: true), received: 198, recovered: 3,
                unrecovered: 6, overhead: 0.2,
                firstUnrecovered: Occurrence(time: start + StreamDuration(milliseconds: 950), frame: 950)),
            windows: WindowsReport(open: 1, partial: 1, noLoss: 195, recoverySuccesses: 2, recoveryFailures: 2),
            link: LinkReport(last: 8, min: 4, mean: 7.5),
            transport: TransportReport(
                packets: 6944, discontinuities: 2,
                pids: [PIDReport(pid: 256, kind: "video", codec: "h265", packets: 6944, continuityErrors: 2)]),
            video: VideoReport(droppedFrames: 3, frames: 240, width: 1920, height: 1080, gopMs: 1000, gopMaxMs: 1040),
            bitrateKbps: 5200)
    }

    /// A transport stream straight in UDP.
    static var plain: ChannelReport {
        ChannelReport(
            id: "aaaaaaaaaaaa", name: "239.10.1.3:1234", group: address("239.10.1.3"), port: 1234,
            source: address("10.1.1.11"), carriage: .udpTransportStream, fec: FECReport(scheme: .none),
            windows: WindowsReport(partial: 2, noLoss: 22), link: LinkReport(last: 10, min: 10, mean: 10),
            transport: TransportReport(
                packets: 9000, packetBytes: 204,
                pids: [PIDReport(pid: 33, kind: "video", codec: "mpeg2", packets: 9000)],
                clocks: [ClockReport(pid: 33, maxIntervalMs: 120)]),
            video: VideoReport(frames: 300, width: 720, height: 576, gopMs: 480, gopMaxMs: 480), bitrateKbps: 1100)
    }

    /// RTP whose payload is no transport stream, from IPv6.
    static var audio: ChannelReport {
        ChannelReport(
            id: "bbbbbbbbbbbb", name: "[ff3e::8000:1]:5006", group: address("ff3e::8000:1"), port: 5006,
            source: address("2001:db8::7"), carriage: .rtpElementaryStream,
            rtp: RTPReport(ssrc: 0xffff_ffff, expected: 500, received: 500, lost: 0, jitterMs: 0.01, jitterMaxMs: 0.02),
            loss: LossReport(), fec: FECReport(scheme: .none), windows: WindowsReport(partial: 2, noLoss: 18),
            link: LinkReport(last: 10, min: 10, mean: 10), bitrateKbps: 1536)
    }
}

extension SampleReports {
    /// The report whose JSON text is `ReportSchema.document`.
    static var single: AnalysisReport {
        // 2026-11-29T23:49:12Z
        let second = StreamTime(nanoseconds: 1_795_996_152_000_000_000)
        var channel = sideline
        channel.name = "239.10.1.1:5004"
        channel.origin = .detected
        channel.rtp?.duplicates = 1
        channel.rtp?.reorderDepth = 3
        channel.rtp?.runs = []
        channel.loss?.minSeparation = nil
        channel.windows?.open = 1
        channel.windows?.warnings = 4
        channel.windows?.errors = 3
        channel.link?.timeline = [.init(time: second + StreamDuration(seconds: 2), value: 10)]
        channel.transport?.pids = [PIDReport(pid: 256, kind: "video", codec: "h264", packets: 4000)]
        channel.transport?.clocks = [ClockReport(pid: 256, maxIntervalMs: 40.25, jitterUs: 123.46, driftPpm: -0.5)]
        var report = AnalysisReport(
            capture: CaptureReport(
                file: "x.pcap", format: "pcap", linkTypes: ["EN10MB"], frames: 1700, bytes: 1_882_121,
                firstTime: second + StreamDuration(nanoseconds: 21_169_000),
                lastTime: second + StreamDuration(nanoseconds: 6_100_000_001), skipped: SkippedFrames(notIP: 2),
                clockSteps: [
                    ClockStep(
                        frame: 7, time: second + StreamDuration(milliseconds: 500),
                        step: StreamDuration(nanoseconds: -5_000_250_000))
                ]),
            sap: SAPReport(received: 4, sessions: 1), channels: [channel],
            igmp: [
                MembershipEntry(
                    time: second + StreamDuration(seconds: 1), frame: 301, host: address("10.1.1.77"),
                    group: address("239.10.1.1"), event: .join, firstPacketMs: 12.3)
            ],
            findings: FindingList([
                Finding(
                    id: "rtp.loss", severity: .warning, channel: "9f2c41d07be3",
                    time: second + StreamDuration(milliseconds: 900), frame: 812, value: 9, unit: "packets", limit: 0,
                    text: "\"…\"")
            ]))
        report.announcements.received = 21
        report.announcements.malformed = .init(1)
        report.announcements.invalidJSON = .init(2)
        report.announcements.versionMismatch = .init(3)
        report.announcements.notAllowed = .init(4)
        report.announcements.licenseMismatch = .init(5)
        report.announcements.channelsAdded = 6
        report.announcements.channelsPruned = 7
        report.announcements.listenerRestarts = 8
        report.streamers = [
            StreamerReport(address: address("10.1.1.5"), id: "a1", name: "Press Box", isAllowed: true)
        ]
        return report
    }

    /// Texts that strain a writer: control sequences, wide and combining characters, one very long word.
    static let strangeTexts = [
        "", "a", "Ost\u{1b}[31mtribüne\u{7}", "東京ドーム中継カメラ第二十五号機スタンド側から", "e\u{301}e\u{301}e\u{301}",
        "😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀", String(repeating: "x", count: 300),
        "\u{202e}abc\u{2066}\u{200b}\nsecond line", "[ff3e:1234:5678:9abc:def0:1234:5678:9abc]:65535", "👩‍👩‍👧‍👦 family",
    ]

    /// A report of random numbers, up to the ends of their ranges.
    static func random(using generator: inout SeededGenerator) -> AnalysisReport {
        func number() -> Int {
            let all = Int.random(in: 0...(.max), using: &generator)
            return all >> Int.random(in: 0...62, using: &generator)
        }
        func decimal() -> Double {
            [0, -0.0, .nan, .infinity, 1e300, 0.04999, 123_456.789, -7.5, Double(number())]
                .randomElement(using: &generator) ?? 0
        }
        func text() -> String { strangeTexts.randomElement(using: &generator) ?? "" }
        func time() -> StreamTime { StreamTime(nanoseconds: .random(in: .min ... .max, using: &generator)) }
        func occurrence() -> Occurrence { Occurrence(time: time(), frame: .random(in: 0...(.max), using: &generator)) }
        func channel(_ index: Int) -> ChannelReport {
            let small = number() % 1_000_000
            return ChannelReport(
                id: "\(index)", name: text(), kind: .video, origin: .announced,
                licensed: Bool.random(using: &generator),
                group: IPAddress(v6: .max, .max), port: .max, source: IPAddress(v6: .max, .max),
                carriage: ChannelReport.Carriage.allCases.randomElement(using: &generator) ?? .alc,
                isTruncated: Bool.random(using: &generator),
                rtp: RTPReport(
                    ssrc: .max, expected: number(), received: number(), lost: number(), duplicates: number(),
                    reordered: number(), reorderDepth: number(), late: number(), jitterMs: decimal(),
                    jitterMaxMs: decimal(), sequenceResets: number(), firstLoss: occurrence()),
                loss: LossReport(
                    holes: number(), longest: number(), minSeparation: number(),
                    runLengths: (0..<30).map { .init(length: $0 + 1, holes: number()) }),
                fec: FECReport(
                    scheme: .matrix(columns: number(), rows: number(), mode: .rows, isAligned: false),
                    received: number(), recovered: number(), unrecovered: number(), corrupt: number(),
                    overhead: decimal(), firstUnrecovered: occurrence()),
                windows: WindowsReport(
                    open: number(), partial: number(), noLoss: small, recoverySuccesses: small,
                    recoveryFailures: small, warnings: number(), errors: number(), firstFailure: occurrence()),
                link: LinkReport(last: 10, min: 0, mean: decimal(), timeline: [.init(time: time(), value: 3)]),
                transport: TransportReport(
                    packets: number(), packetBytes: 204, discontinuities: number(),
                    pids: (0..<20).map {
                        PIDReport(
                            pid: UInt16($0), kind: "video", codec: text(), packets: small, continuityErrors: small,
                            scrambled: small)
                    },
                    clocks: [
                        ClockReport(pid: 8191, maxIntervalMs: decimal(), jitterUs: decimal(), driftPpm: decimal())
                    ]),
                video: VideoReport(
                    droppedFrames: number(), frames: number(), width: number(), height: number(), gopMs: decimal(),
                    gopMaxMs: decimal()), bitrateKbps: decimal())
        }
        var report = AnalysisReport(
            capture: CaptureReport(
                file: text(), format: text(), linkTypes: [text(), text()], resolution: "us", frames: number(),
                bytes: number(), firstTime: time(), lastTime: time(), truncatedFrames: number(),
                captureDrops: number() % 2, checksumMismatches: number(),
                skipped: SkippedFrames(notIP: number(), others: [CountedReason(text(), number())]),
                clockSteps: [ClockStep(frame: .max, time: time(), step: StreamDuration(nanoseconds: .min))],
                cutAfterFrame: number(), contents: (0..<9).map { _ in CountedReason(text(), number()) },
                otherFlows: (0..<12).map { _ in
                    OtherFlow(
                        source: IPAddress(v6: .max, .max), destination: Endpoint(IPAddress(v6: .max, .max), 65_535),
                        datagrams: number(), content: text())
                }),
            sap: SAPReport(
                received: number(), malformed: number(), sessions: number(), deleted: number(),
                silent: [.init(name: text(), endpoint: Endpoint(IPAddress(v6: .max, .max), 1))]),
            channels: (0..<Int.random(in: 0...5, using: &generator)).map(channel),
            igmp: (0..<14).map { _ in
                MembershipEntry(
                    time: time(), frame: .max, host: IPAddress(v6: .max, .max), group: IPAddress(v6: .max, .max),
                    event: .join, firstPacketMs: decimal())
            })
        report.judge(events: [Finding(id: text(), severity: .warning, channel: "0", time: time(), text: text())])
        return report
    }
}

extension ChannelReport {
    /// A report of this channel alone.
    var only: AnalysisReport {
        AnalysisReport(capture: CaptureReport(file: "x.pcap", format: "pcap"), channels: [self])
    }
}
