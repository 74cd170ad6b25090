import Timing

extension CaptureReport {
    /// What is to be said of the capture as such.
    var findings: [Finding] {
        [dropsFinding, truncationFinding, checksumFinding, cutFinding].compactMap(\.self)
            + clockSteps.map(Self.finding)
    }

    private var dropsFinding: Finding? {
        guard captureDrops > 0 else { return nil }
        return Finding(
            id: "capture.drops", severity: .warning, value: Double(captureDrops), unit: "packets", limit: 0,
            text: "The capturing machine dropped \(captureDrops.of("packet")) itself: "
                + "some or all of the loss below may not have happened on the network.")
    }

    private var truncationFinding: Finding? {
        guard truncatedFrames > 0 else { return nil }
        return Finding(
            id: "capture.truncated", severity: .warning, value: Double(truncatedFrames), unit: "frames", limit: 0,
            text:
                "The capture kept only the beginning of \(truncatedFrames.of("frame")): loss, windows and what could be "
                + "repaired are told from the headers; pictures and TS counters need whole frames (capture with "
                + "a snap length of 0).")
    }

    private var checksumFinding: Finding? {
        guard checksumMismatches > 0 else { return nil }
        let skippedSome = skipped.badChecksum > 0
        return Finding(
            id: "capture.checksums", severity: .info, value: Double(checksumMismatches), unit: "datagrams",
            text: "\(checksumMismatches.of("datagram")) with a wrong IPv4 or UDP checksum; "
                + (skippedSome
                    ? "they were skipped as asked."
                    : "usual for a capture made on the sending machine, so they were analysed all the same."))
    }

    private var cutFinding: Finding? {
        guard let cutAfterFrame else { return nil }
        return Finding(
            id: "capture.cut", severity: .warning, frame: UInt64(clamping: cutAfterFrame),
            text: "The file breaks off after frame \(cutAfterFrame), in the middle of a record; "
                + "what lies before it was analysed.")
    }

    private static func finding(of step: ClockStep) -> Finding {
        let seconds = FixedDecimal(scaled: step.step.nanoseconds / 1_000_000, digits: 3)
        let isBack = step.step < .zero
        return Finding(
            id: "capture.clockStep", severity: isBack ? .warning : .info, time: step.time, frame: step.frame,
            value: step.step.milliseconds, unit: "ms",
            text: isBack
                ? "The capture's clock stepped by \(seconds) s at frame \(step.frame); times go on from the frame before."
                : "Nothing was captured for \(seconds) s before frame \(step.frame).")
    }
}

extension SAPReport {
    /// What is to be said of sessions that were announced only.
    var findings: [Finding] {
        silent.map { session in
            Finding(
                id: "sap.silent", severity: .warning, value: 0, unit: "packets",
                text: "\"\(session.name)\" is announced at \(session.endpoint), and not a packet of it was captured.")
        }
    }
}

extension Int {
    /// "1 packet", "2 packets".
    func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }

    /// "once", "twice", "3 times".
    var times: String { self == 1 ? "once" : self == 2 ? "twice" : "\(self) times" }
}
