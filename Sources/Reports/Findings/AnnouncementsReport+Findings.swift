import NetworkFormats
import VenueWire

extension AnnouncementsReport {
    /// What is to be said of the venue's announcements.
    var findings: [Finding] {
        classFindings + restartFindings + crowdFindings
            + silent.map { channel in
                Finding(
                    id: "announcement.silent", severity: .warning, value: 0, unit: "packets",
                    text: "\"\(channel.name)\" is announced at \(channel.endpoint), and not a packet of it arrived.")
            }
            + pruned.map { channel in
                let silence = channel.channel == nil ? ", and not a packet of it had arrived" : ""
                return Finding(
                    id: "announcement.pruned", severity: channel.isWithdrawn ? .info : .warning,
                    channel: channel.channel, time: channel.moment.time, frame: channel.moment.frame,
                    text: "\"\(channel.name)\" left the list of channels: \(channel.reason)\(silence).")
            }
    }

    private var classFindings: [Finding] {
        var findings: [Finding] = []
        if isLicenseUnset {
            findings.append(
                Finding(
                    id: "license.unset", severity: .info,
                    text: "No field of use is configured, so announcements for every one were accepted; "
                        + "give \"license\" in the configuration to see what an application would see."))
        }
        findings += [
            Self.finding(
                "announcement.malformed", malformed, "cannot be used: no SAP with JSON, or a field is missing"),
            Self.finding("announcement.invalidJSON", invalidJSON, "whose body is no JSON object"),
            Self.finding("announcement.version", versionMismatch, "of a version that cannot be read"),
            Self.finding("announcement.notAllowed", notAllowed, "of a Streamer that is not allowed"),
            Self.finding("announcement.license", licenseMismatch, "for another field of use", severity: .info),
        ].compactMap(\.self)
        if beyondLimit > 0 {
            findings.append(
                Finding(
                    id: "announcement.beyondLimit", severity: .warning, value: Double(beyondLimit),
                    unit: "announcements",
                    text: "\(beyondLimit.of("announcement")) of more channels than are kept."))
        }
        return findings
    }

    private static func finding(
        _ id: String, _ what: Class, _ clause: String, severity: Finding.Severity = .warning
    ) -> Finding? {
        guard what.count > 0 else { return nil }
        let source = what.source.map { "; the first from \($0)" } ?? ""
        let detail = what.detail.map { " (\($0))" } ?? ""
        return Finding(
            id: id, severity: severity, time: what.first?.time, frame: what.first?.frame, value: Double(what.count),
            unit: "announcements", limit: 0, text: "\(what.count.of("announcement")) \(clause)\(source)\(detail).")
    }

    private var restartFindings: [Finding] {
        var findings: [Finding] = []
        if listenerRestarts > 0 {
            findings.append(
                Finding(
                    id: "announcement.listener", severity: .warning, value: Double(listenerRestarts), unit: "restarts",
                    limit: 0,
                    text: "The announcements fell silent, so that a listener joined their group anew "
                        + "\(listenerRestarts.times); switches without an IGMP querier forget who listens."))
        }
        if flowRestarts > 0 {
            findings.append(
                Finding(
                    id: "announcement.flow", severity: .warning, value: Double(flowRestarts), unit: "restarts",
                    limit: 0,
                    text: "Announced video was silent for two seconds or more, so that a listener joined its group "
                        + "anew \(flowRestarts.times)."))
        }
        return findings
    }

    private var crowdFindings: [Finding] {
        crowded.map { kind in
            let usual = Self.usualCounts.first { $0.kind.rawValue == kind.name }?.count ?? 0
            return Finding(
                id: "announcement.crowd", severity: .warning, value: Double(kind.frames), unit: "channels",
                limit: Double(usual),
                text: "\(kind.frames) \(kind.name) channels are announced; applications expect \(usual) at most.")
        }
    }
}
