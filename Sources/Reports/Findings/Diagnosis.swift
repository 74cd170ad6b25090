import NetworkFormats

/// What a venue engineer wants to know first: what was lost, what was repaired, and whose fault it looks like.
public struct Diagnosis: Sendable, Equatable {
    /// What was lost and repaired, or what the capture holds when it holds no channel.
    public let sentence: String
    /// Where it probably happened; nil when nothing did.
    public let place: String?

    /// The diagnosis of a finished report.
    public init(of report: AnalysisReport) {
        guard !report.channels.isEmpty else {
            sentence = Self.contents(of: report)
            place = nil
            return
        }
        let totals = Totals(report.channels)
        sentence = Self.sentence(for: totals, in: report)
        place = Self.place(for: totals, in: report)
    }

    /// Sums over all channels.
    private struct Totals {
        var channels = 0
        var expected = 0
        var lost = 0
        var late = 0
        var recovered = 0
        var unrecovered = 0
        var breaks = 0
        var failing = 0
        var numbered = 0
        var losing = 0
        var hasRepairs = false
        var brokenAtSource = 0
        var messages = 0
        var files = 0

        init(_ all: [ChannelReport]) {
            channels = all.count
            for channel in all {
                let lost = channel.rtp?.lost ?? 0
                let late = channel.rtp?.late ?? 0
                let breaks = channel.transport?.discontinuities ?? 0
                expected &+= channel.rtp?.expected ?? 0
                self.lost &+= lost
                self.late &+= late
                self.breaks &+= breaks
                recovered &+= channel.fec?.recovered ?? 0
                unrecovered &+= channel.rtp == nil ? 0 : channel.fec?.unrecovered ?? 0
                failing += VenueProfile.accepts(channel) ? 0 : 1
                numbered += channel.rtp == nil ? 0 : 1
                messages &+= channel.messages.map { $0.incomplete &+ $0.corrupt } ?? 0
                files &+= channel.files == nil ? 0 : channel.objects.map { $0.filesListed - $0.filesCompleted } ?? 0
                losing += lost + late > 0 ? 1 : 0
                if let fec = channel.fec, fec.scheme != .none { hasRepairs = true }
                if channel.rtp != nil, lost + late == 0, breaks > 0 { brokenAtSource += 1 }
            }
        }
    }

    private static func sentence(for totals: Totals, in report: AnalysisReport) -> String {
        let missing = totals.lost &+ totals.late
        let on = totals.channels == 1 ? "" : " on \(totals.failing) of \(totals.channels) channels"
        if missing > 0 {
            let late = totals.late > 0 ? " (\(totals.late) of them came too late)" : ""
            let what = "\(missing) of \(totals.expected.of("packet")) \(missing == 1 ? "was" : "were") lost\(late)"
            if totals.unrecovered == 0 {
                return report.verdict == .pass
                    ? "\(what), and FEC repaired \(missing == 1 ? "it" : "all of them")."
                    : "\(what) and repaired\(breaksClause(totals)); the rest is not in order\(on)."
            }
            let repair =
                totals.hasRepairs
                ? "; FEC repaired \(totals.recovered), \(totals.unrecovered) stayed missing"
                : " and stayed missing: no FEC protects them"
            return "\(what)\(repair)\(on)."
        }
        if totals.breaks > 0 {
            return "The transport stream breaks off \(totals.breaks.times)\(on)"
                + (totals.brokenAtSource > 0 ? ", although no RTP packet was lost." : ".")
        }
        if report.verdict == .fail {
            return
                "Packets stayed away without a gap in their numbers\(on): the flow fell silent or slots stayed empty."
        }
        let count = totals.expected > 0 ? " of \(totals.expected.of("packet"))" : ""
        let objects = [
            totals.messages > 0 ? totals.messages.of("message") : nil, totals.files > 0 ? totals.files.of("file") : nil,
        ].compactMap { $0 }
        let rest = objects.isEmpty ? "" : ", but \(objects.joined(separator: " and ")) did not come whole"
        return "Nothing\(count) was lost on \(totals.channels.of("channel"))\(rest)."
    }

    private static func breaksClause(_ totals: Totals) -> String {
        totals.breaks > 0 ? ", yet the transport stream breaks off \(totals.breaks.times)" : ""
    }

    private static func place(for totals: Totals, in report: AnalysisReport) -> String? {
        let missing = totals.lost &+ totals.late
        guard missing > 0 || totals.breaks > 0 || report.verdict == .fail else { return nil }
        if report.capture.captureDrops > 0 {
            return "the capturing machine: it dropped \(report.capture.captureDrops.of("packet")) itself. "
                + "Capture again with a larger buffer before looking at the network."
        }
        if report.findings.count(of: "rtp.twoSenders") > 0 {
            return "the senders: two of them use one address, so their numbers interleave."
        }
        if missing == 0, totals.brokenAtSource > 0 {
            return "the headend: the stream was broken before its packets were numbered."
        }
        guard missing > 0 else { return "anywhere from the headend to here; without RTP the packets bear no numbers." }
        let doubt =
            report.capture.isLive || report.capture.format.hasPrefix("pcapng")
            ? "" : " (a pcap file does not say whether the capture itself dropped packets)"
        if totals.numbered > 1, totals.losing == totals.numbered {
            return "what all channels share: the uplink, the access point or this capture point\(doubt)."
        }
        if totals.numbered > 1, totals.losing == 1 {
            return "that channel's own way, its sender or its group's distribution: "
                + "the others came whole over the same link."
        }
        return "the network between the sender and this capture point\(doubt)."
    }

    /// How many kinds of content the sentence names.
    private static let contentLimit = 6

    /// One sentence about a capture that holds no channel.
    private static func contents(of report: AnalysisReport) -> String {
        let capture = report.capture
        guard capture.frames > 0 else { return "The capture holds no frame at all." }
        let kinds = capture.contents.filter { $0.frames > 0 }
        var sentence = "No RTP, no transport stream and no announced channel in \(capture.frames.of("frame"))"
        if !kinds.isEmpty {
            let names = kinds.sorted { $0.frames > $1.frames }.prefix(contentLimit).map {
                "\($0.frames) \(word(for: $0.name))"
            }
            sentence += ": " + names.joined(separator: ", ") + (kinds.count > contentLimit ? " and others" : "")
        }
        if let flow = capture.otherFlows.first {
            sentence += "; the busiest UDP flow goes from \(flow.source) to \(flow.destination)"
        }
        return sentence + "."
    }

    private static func word(for content: String) -> String {
        ["tcp", "udp", "icmp", "arp", "igmp", "mld", "sap", "rtcp", "srt", "stun", "dns", "dhcp", "gre"]
            .contains(content) ? content.uppercased() : content
    }
}
