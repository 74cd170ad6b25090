import NetworkFormats
import Timing

extension TextReport {
    /// What was read, in three lines.
    var captureFacts: String {
        let capture = report.capture
        let links = capture.linkTypes.isEmpty ? "" : ", " + capture.linkTypes.joined(separator: " and ")
        var text =
            capture.isLive
            ? fact("Live", "from the network, time stamps in \(capture.resolution)")
            : fact("Capture", "\(capture.file): \(capture.format)\(links), time stamps in \(capture.resolution)")
        var span = "\(capture.frames.of(capture.isLive ? "datagram" : "frame")), \(Self.size(capture.bytes))"
        if let first = capture.firstTime, let last = capture.lastTime {
            let length = FixedDecimal(scaled: (last - first).nanoseconds / 1_000_000, digits: 3)
            span += ", \(length) s from \(first.date) \(first.clock(digits: 3)) UTC"
        }
        text += fact("", span)
        let counts = [
            capture.captureDrops > 0 ? "\(capture.captureDrops.of("packet")) dropped by the capturing machine" : nil,
            capture.truncatedFrames > 0 ? "\(capture.truncatedFrames.of("frame")) kept in part only" : nil,
            capture.checksumMismatches > 0 ? "\(capture.checksumMismatches.of("wrong checksum"))" : nil,
            capture.cutAfterFrame != nil ? "the file breaks off" : nil,
        ]
        let problems = counts.compactMap(\.self).joined(separator: ", ")
        if !problems.isEmpty { text += fact("", problems) }
        if report.announcements.received > 0 { text += fact("Venue", announcementLine) }
        let sap = report.sap
        if sap.received > 0 {
            var line = "\(sap.received.of("announcement")) of \(sap.sessions.of("session"))"
            if sap.deleted > 0 { line += ", \(sap.deleted) deleted" }
            if sap.malformed > 0 { line += ", \(sap.malformed) malformed" }
            text += fact("SAP", line)
        }
        return text
    }

    /// The venue's announcements in a sentence.
    private var announcementLine: String {
        let heard = report.announcements
        var line = "\(heard.received.of("announcement")) of \(report.streamers.count.of("Streamer")), "
        line += "\(heard.channelsAdded.of("channel")) added"
        if heard.channelsPruned > 0 { line += ", \(heard.channelsPruned) pruned" }
        let classes: [(Int, String)] = [
            (heard.malformed.count, "malformed"), (heard.invalidJSON.count, "no JSON"),
            (heard.versionMismatch.count, "of another version"), (heard.notAllowed.count, "not allowed"),
            (heard.licenseMismatch.count, "for another field of use"),
        ]
        for (count, words) in classes where count > 0 { line += ", \(count) \(words)" }
        if heard.listenerRestarts > 0 { line += ", silent so that it was joined anew \(heard.listenerRestarts.times)" }
        return line
    }

    /// Who joined and left which group.
    var joins: String {
        let moves = report.igmp.filter { $0.event != .query }
        guard !moves.isEmpty else { return "" }
        var text = style.paint("Joins and leaves", .bold) + "\n"
        for move in moves.prefix(Self.listLimit) {
            var line = "\(move.time.clock(digits: 3))  \(move.host) "
            switch move.event {
            case .join:
                line += "joins \(move.group)"
                let delay = move.firstPacketMs.flatMap { FixedDecimal($0, digits: 1) }
                line += delay.map { ", first packet after \($0) ms" } ?? ", no packet follows"
            case .leave: line += "leaves \(move.group)"
            case .query: continue
            }
            text += "  " + TerminalText.wrapped(line, width: Self.width, start: 2, indent: 4) + "\n"
        }
        return text + more(moves.count - Self.listLimit)
    }

    /// What was not analysed, and why.
    var passedOver: String {
        let skipped = report.capture.skipped
        let reasons = [
            CountedReason("notIP", skipped.notIP), CountedReason("fragment", skipped.fragment),
            CountedReason("badChecksum", skipped.badChecksum),
            CountedReason("unknownLinkType", skipped.unknownLinkType),
        ]
        let told = (reasons + skipped.others).filter { $0.frames > 0 }.map {
            "\($0.frames) \(Self.words(for: $0.name))"
        }
        let flows = report.capture.otherFlows
        guard !told.isEmpty || !flows.isEmpty else { return "" }
        var text = ""
        if !told.isEmpty { text += fact("Skipped", "frames: " + told.joined(separator: ", ")) }
        guard !flows.isEmpty else { return text }
        text += style.paint("UDP that is no channel", .bold) + "\n"
        for flow in flows.prefix(Self.listLimit) {
            let content = flow.content.map { ", \($0)" } ?? ""
            let line = "\(flow.source) to \(flow.destination): \(flow.datagrams.of("datagram"))\(content)"
            text +=
                "  " + TerminalText.wrapped(TerminalText.clean(line), width: Self.width, start: 2, indent: 4) + "\n"
        }
        return text + more(flows.count - Self.listLimit)
    }

    func more(_ count: Int) -> String { count > 0 ? "  … and \(count) more (--format json lists them)\n" : "" }

    /// "812 bytes", "1.50 kB", "5.12 MB": three or more digits.
    private static func size(_ bytes: Int) -> String {
        guard bytes >= 1000 else { return bytes.of("byte") }
        let units: [(bytes: Double, name: String)] = [(1e3, "kB"), (1e6, "MB"), (1e9, "GB"), (1e12, "TB")]
        let unit = units.last { Double(bytes) >= $0.bytes } ?? units[0]
        return "\(TextTable.decimal(Double(bytes) / unit.bytes, digits: 2, width: .max)) \(unit.name)"
    }

    private static func words(for reason: String) -> String {
        switch reason {
        case "notIP": "not IP"
        case "fragment": "fragments whose other parts never came"
        case "badChecksum": "with a wrong checksum"
        case "unknownLinkType": "of a link type nobody here can read"
        case "notUDP": "IP but not UDP"
        case "malformed": "malformed"
        default: reason
        }
    }
}
