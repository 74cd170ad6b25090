import Timing

extension TextReport {
    /// The findings that matter most, errors first, each with the frame to look at.
    var findings: String {
        let all = report.findings.kept.filter { $0.id != Finding.noChannelID }
        guard !all.isEmpty else { return "" }
        var shown: [Finding] = []
        var countByID: [String: Int] = [:]
        for severity in Finding.Severity.allCases.reversed() {
            for finding in all where finding.severity == severity && shown.count < Self.findingLimit {
                let count = countByID[finding.id, default: 0]
                countByID[finding.id] = count + 1
                if count < Self.findingLimitPerID { shown.append(finding) }
            }
        }
        let names = Dictionary(report.channels.map { ($0.id, $0.name) }) { first, _ in first }
        var text = style.paint("Findings", .bold) + "\n"
        for finding in shown {
            text += "  " + style.paint(TerminalText.padded(finding.severity.rawValue, to: 9), Self.paint(finding))
            var place = finding.id
            if let channel = finding.channel {
                place += ", " + TerminalText.shortened(names[channel] ?? channel, to: 30)
            }
            if let frame = finding.frame { place += ", frame \(frame)" }
            if let time = finding.time { place += ", \(time.clock(digits: 3))" }
            text += TerminalText.wrapped(TerminalText.clean(place), width: Self.width, start: 11, indent: 11) + "\n"
            text += String(repeating: " ", count: 11)
            text += TerminalText.wrapped(TerminalText.clean(finding.text), width: Self.width, start: 11, indent: 11)
            text += "\n"
        }
        let omitted = report.findings.omitted.reduce(0) { $0 + $1.frames }
        return text + more(all.count + omitted - shown.count)
    }

    private static func paint(_ finding: Finding) -> TextStyle.Paint {
        switch finding.severity {
        case .info: .faint
        case .warning: .yellow
        case .error: .red
        }
    }
}
