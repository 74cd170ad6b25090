extension ChannelReport {
    /// What is to be said of the channel, by the limits of `VenueProfile`.
    var findings: [Finding] {
        (rtpFindings + fecFindings + windowFindings + transportFindings + clockFindings + objectFindings).map {
            finding in
            var finding = finding
            finding.channel = id
            return finding
        }
    }

    private var rtpFindings: [Finding] {
        guard let rtp else { return [] }
        var findings: [Finding] = []
        if rtp.lost > 0 {
            let holes = loss.map { " in \($0.holes.of("hole")), the longest of \($0.longest.of("packet"))" } ?? ""
            findings.append(
                Finding(
                    id: "rtp.loss", severity: .warning, at: rtp.firstLoss, value: rtp.lost, unit: "packets",
                    text: "\(rtp.lost) of \(rtp.expected.of("packet")) never arrived\(holes)."))
        }
        if rtp.late > 0 {
            findings.append(
                Finding(
                    id: "rtp.late", severity: .warning, at: nil, value: rtp.late, unit: "packets",
                    text: "\(rtp.late.of("packet")) arrived after the window had closed, too late to be played."))
        }
        if rtp.duplicates > 0 {
            findings.append(
                Finding(
                    id: "rtp.duplicates", severity: .info, at: nil, value: rtp.duplicates, unit: "packets",
                    text: "\(rtp.duplicates.of("packet")) arrived more than once: a loop, two paths, "
                        + "or a capture that sees a port twice."))
        }
        if rtp.reordered > 0 {
            findings.append(
                Finding(
                    id: "rtp.reordered", severity: .info, at: nil, value: rtp.reordered, unit: "packets",
                    text: "\(rtp.reordered.of("packet")) arrived behind later ones, "
                        + "at most \(rtp.reorderDepth.of("packet")) behind."))
        }
        if rtp.sequenceResets > 0 {
            findings.append(
                Finding(
                    id: "rtp.reset", severity: .warning, at: nil, value: rtp.sequenceResets, unit: "resets",
                    text: "The sender began its numbering anew \(rtp.sequenceResets.times): "
                        + "it restarted, or another one took over."))
        }
        return findings
    }

    private var fecFindings: [Finding] {
        guard let fec else { return [] }
        var findings: [Finding] = []
        if fec.unrecovered > VenueProfile.unrecoveredLimit {
            let without = fec.scheme == .none ? "; the channel has no FEC" : " after repair"
            findings.append(
                Finding(
                    id: "fec.unrecovered", severity: .error, at: fec.firstUnrecovered, value: fec.unrecovered,
                    unit: "packets", text: "\(fec.unrecovered.of("packet")) stayed missing\(without)."))
        }
        if fec.corrupt > 0 {
            findings.append(
                Finding(
                    id: "fec.corrupt", severity: .error, at: nil, value: fec.corrupt, unit: "windows",
                    text: "\(fec.corrupt.of("window")) gave packets that contradict each other: "
                        + "the repair flow does not belong to this media."))
        }
        if case .matrix(_, _, _, isAligned: false) = fec.scheme {
            findings.append(
                Finding(
                    id: "fec.unaligned", severity: .info, at: nil, value: nil, unit: nil, limit: nil,
                    text: "The repair columns overlap, so windows are counted from the first repair packet on."))
        }
        return findings
    }

    private var windowFindings: [Finding] {
        var findings: [Finding] = []
        if interruptions > 0 {
            findings.append(
                Finding(
                    id: "flow.interrupted", severity: .error, at: firstInterruption, value: interruptions,
                    unit: "times",
                    text: "The flow fell silent \(interruptions.times) for ten seconds or more, at most for "
                        + "\(Self.short(longestInterruption, 1)) s; nothing of that is counted as loss."))
        }
        if let windows, windows.failures > VenueProfile.failedWindowsLimit {
            findings.append(
                Finding(
                    id: "windows.failed", severity: .error, at: windows.firstFailure, value: windows.failures,
                    unit: "windows",
                    text: "\(windows.failures) of \(windows.classified.of("protection window")) "
                        + "lost more than could be repaired."))
        }
        if let windows, windows.tails > 0 {
            findings.append(
                Finding(
                    id: "windows.tail", severity: .info, at: nil, value: windows.tails, unit: "windows", limit: nil,
                    text:
                        "The flow ended in the middle of \(windows.tails == 1 ? "a window" : "\(windows.tails) windows"); "
                        + "nothing shows that the rest was ever sent."))
        }
        if let windows, windows.errors > 0 {
            findings.append(
                Finding(
                    id: "windows.error", severity: .error, at: nil, value: windows.errors, unit: "windows",
                    text: "\(windows.errors.of("protection window")) break a limit of the code: "
                        + "no receiver can repair them."))
        }
        if let windows, windows.warnings > windows.errors {
            findings.append(
                Finding(
                    id: "windows.long", severity: .info, at: nil, value: windows.warnings, unit: "windows",
                    text: "\(windows.warnings.of("protection window")) longer than recommended: "
                        + "repair costs receivers more time."))
        }
        if let link, link.mean < VenueProfile.linkIndicatorLimit, windows?.failures ?? 0 > 0 {
            findings.append(
                Finding(
                    id: "link.low", severity: .warning, value: link.mean, unit: "of 10",
                    limit: VenueProfile.linkIndicatorLimit,
                    text: "The link indicator was \(Self.short(link.mean, 1)) of 10 on average, "
                        + "\(link.min) at its lowest."))
        }
        return findings
    }

    private var transportFindings: [Finding] {
        guard let transport else { return [] }
        var findings: [Finding] = []
        if transport.discontinuities > VenueProfile.discontinuityLimit {
            let broken = transport.pids.filter { $0.continuityErrors > 0 }.map { String($0.pid) }
            let pids = broken.isEmpty ? "" : " (PID \(Self.list(broken)))"
            findings.append(
                Finding(
                    id: "ts.continuity", severity: .error, at: transport.firstDiscontinuity,
                    value: transport.discontinuities, unit: "breaks",
                    text: "The transport stream breaks off \(transport.discontinuities.times)\(pids)."))
        }
        let scrambled = transport.pids.reduce(0) { $0 + $1.scrambled }
        if scrambled > 0 {
            findings.append(
                Finding(
                    id: "ts.scrambled", severity: .info, at: nil, value: scrambled, unit: "packets", limit: nil,
                    text: "\(scrambled.of("TS packet")) scrambled: pictures in them cannot be counted."))
        }
        return findings
    }

    private var clockFindings: [Finding] {
        var findings: [Finding] = []
        for clock in transport?.clocks ?? [] {
            if clock.maxIntervalMs > VenueProfile.clockIntervalLimitMs {
                findings.append(
                    Finding(
                        id: "pcr.interval", severity: .info, value: clock.maxIntervalMs, unit: "ms",
                        limit: VenueProfile.clockIntervalLimitMs,
                        text: "PID \(clock.pid): \(Self.short(clock.maxIntervalMs, 1)) ms between two clock references."
                    ))
            }
            if clock.isDriftClear, let drift = clock.driftPpm, drift.magnitude > VenueProfile.clockDriftLimitPpm {
                findings.append(
                    Finding(
                        id: "pcr.drift", severity: .info, value: drift, unit: "ppm",
                        limit: VenueProfile.clockDriftLimitPpm,
                        text: "PID \(clock.pid): the sender's clock runs \(Self.short(drift.magnitude, 1)) ppm "
                            + "\(drift > 0 ? "faster" : "slower") than the capture's."))
            }
        }
        return findings
    }

    /// How many names a sentence lists before it only counts.
    private static let listLimit = 8

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(listLimit).joined(separator: ", ")
        return names.count > listLimit ? "\(shown) and \(names.count - listLimit) more" : shown
    }

    private static func short(_ value: Double, _ digits: Int) -> String {
        FixedDecimal(value, digits: digits)?.description ?? "?"
    }
}

extension Finding {
    /// A finding that counts, at its first occurrence.
    init(
        id: String, severity: Severity, at first: Occurrence?, value: Int?, unit: String?, limit: Double? = 0,
        text: String
    ) {
        self.init(
            id: id, severity: severity, time: first?.time, frame: first?.frame, value: value.map(Double.init),
            unit: unit, limit: limit, text: text)
    }
}
