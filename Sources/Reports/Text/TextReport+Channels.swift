import NetworkFormats

extension TextReport {
    /// One row per channel: how much came, what was lost, repaired and missing.
    var channelTable: String {
        var table = TextTable(columns: [
            .init(title: "Channel", width: 30), .init(title: "Mb/s", width: 9), .init(title: "received", width: 11),
            .init(title: "lost", width: 8), .init(title: "repaired", width: 9), .init(title: "missing", width: 8),
            .init(title: "link", width: 5),
        ])
        for channel in report.channels {
            table.rows.append(
                TextTable.Row(
                    cells: [
                        title(of: channel), TextTable.decimal(channel.bitrateKbps / 1000, digits: 3, width: 9),
                        TextTable.count(channel.rtp?.received, width: 11),
                        TextTable.count(channel.rtp?.lost, width: 8),
                        TextTable.count(channel.fec?.recovered, width: 9),
                        TextTable.count(channel.fec?.unrecovered, width: 8),
                        channel.link.map { "\($0.last)" } ?? "-",
                    ],
                    isMarked: !VenueProfile.accepts(channel), notes: [identity(of: channel)]))
        }
        return table.text(style, width: Self.width)
    }

    /// One row per channel with windows: the code and how the windows ended.
    var protectionTable: String {
        var table = TextTable(columns: [
            .init(title: "Protection", width: 28), .init(title: "code", width: 13), .init(title: "repairs", width: 8),
            .init(title: "windows", width: 8), .init(title: "whole", width: 7), .init(title: "repaired", width: 9),
            .init(title: "failed", width: 7),
        ])
        for channel in report.channels {
            guard let windows = channel.windows else { continue }
            table.rows.append(
                TextTable.Row(
                    cells: [
                        title(of: channel), channel.fec.map { Self.code($0.scheme) } ?? "-",
                        TextTable.count(channel.fec?.received, width: 8),
                        TextTable.count(windows.classified, width: 8), TextTable.count(windows.noLoss, width: 7),
                        TextTable.count(windows.recoverySuccesses, width: 9),
                        TextTable.count(windows.recoveryFailures, width: 7),
                    ],
                    isMarked: windows.recoveryFailures > 0, notes: protectionNotes(of: channel)))
        }
        return table.text(style, width: Self.width)
    }

    /// One row per transport stream: pictures, continuity and clocks.
    var pictureTable: String {
        var table = TextTable(columns: [
            .init(title: "Pictures and time", width: 30), .init(title: "pictures", width: 10),
            .init(title: "damaged", width: 8), .init(title: "GOP ms", width: 9), .init(title: "breaks", width: 7),
            .init(title: "jitter ms", width: 10),
        ])
        for channel in report.channels where channel.transport != nil || channel.rtp != nil {
            let breaks = channel.transport?.discontinuities
            table.rows.append(
                TextTable.Row(
                    cells: [
                        title(of: channel), TextTable.count(channel.video?.frames, width: 10),
                        TextTable.count(channel.video?.droppedFrames, width: 8),
                        TextTable.decimal(channel.video?.gopMs, digits: 1, width: 9),
                        TextTable.count(breaks, width: 7),
                        TextTable.decimal(channel.rtp?.jitterMs, digits: 3, width: 10),
                    ],
                    isMarked: (breaks ?? 0) > 0 || (channel.video?.droppedFrames ?? 0) > 0,
                    notes: clockNotes(of: channel)))
        }
        return table.text(style, width: Self.width)
    }

    private func identity(of channel: ChannelReport) -> String {
        let address = Endpoint(channel.group, channel.port).description
        var parts = [Self.words(for: channel)]
        if channel.name != address { parts[0] += " to \(address)" }
        parts[0] += channel.source.map { " from \($0)" } ?? ", nothing came"
        if let rtp = channel.rtp {
            let digits = String(rtp.ssrc, radix: 16)
            parts.append("SSRC 0x" + String(repeating: "0", count: 8 - digits.count) + digits)
        }
        let codecs = (channel.transport?.pids ?? []).compactMap(\.codec).map(TerminalText.clean)
        if !codecs.isEmpty {
            let names = codecs.prefix(Self.listLimit).joined(separator: " + ")
            parts.append(names + (codecs.count > Self.listLimit ? " + …" : ""))
        }
        if let video = channel.video, video.width > 0 { parts.append("\(video.width)x\(video.height)") }
        if channel.isTruncated { parts.append("frames kept in part only: no TS, no pictures") }
        if channel.licensed == false { parts.append("not licensed for this field of use") }
        return parts.joined(separator: ", ")
    }

    private func protectionNotes(of channel: ChannelReport) -> [String] {
        var parts: [String] = []
        if let fec = channel.fec, fec.scheme != .none, let overhead = FixedDecimal(fec.overhead * 100, digits: 1) {
            parts.append("\(overhead) % overhead")
            if case .matrix(_, _, let mode, _) = fec.scheme {
                parts[0] += mode == .both ? "" : " (\(mode.rawValue) only)"
            }
            switch fec.scheme {
            case .reedSolomon(_, _, let points), .carrier(_, _, let points): parts.append("\(points) points")
            case .none, .matrix: break
            }
        }
        if let link = channel.link, link.min < 10, let mean = FixedDecimal(link.mean, digits: 1) {
            parts.append("link indicator \(link.last) at the end, mean \(mean), lowest \(link.min)")
        }
        if let loss = channel.loss, loss.holes > 0 {
            let runs = loss.runLengths.prefix(Self.listLimit).map { "\($0.holes)x\($0.length)" }.joined(separator: " ")
            let rest = loss.runLengths.count > Self.listLimit ? " …" : ""
            parts.append("\(loss.holes.of("hole")) (\(runs)\(rest))")
            if let separation = loss.minSeparation { parts.append("at least \(separation.of("packet")) apart") }
        }
        if let windows = channel.windows, windows.warnings > 0 {
            let errors = windows.errors > 0 ? ", \(windows.errors) longer than can be repaired" : ""
            parts.append("\(windows.warnings.of("window")) longer than recommended\(errors)")
        }
        if let windows = channel.windows, windows.open > 0 {
            parts.append("\(windows.open.of("window")) still open at the end")
        }
        return parts.isEmpty ? [] : [parts.joined(separator: "; ")]
    }

    private func clockNotes(of channel: ChannelReport) -> [String] {
        (channel.transport?.clocks ?? []).prefix(Self.listLimit).compactMap { clock in
            guard let interval = FixedDecimal(clock.maxIntervalMs, digits: 1) else { return nil }
            var note = "clock on PID \(clock.pid): every \(interval) ms at most"
            if let jitter = clock.jitterUs.flatMap({ FixedDecimal($0, digits: 1) }) { note += ", jitter \(jitter) us" }
            if let drift = clock.driftPpm.flatMap({ FixedDecimal($0, digits: 2) }) {
                note += ", drift \(drift) ppm (stamps in \(report.capture.resolution))"
            }
            return note
        }
    }

    private static func words(for channel: ChannelReport) -> String {
        let packet = channel.transport.map { $0.packetBytes == 188 ? "" : " (\($0.packetBytes)-byte packets)" } ?? ""
        return switch channel.carriage {
        case .rtpTransportStream: "RTP/TS\(packet)"
        case .udpTransportStream: "UDP/TS\(packet)"
        case .rtpElementaryStream: "RTP without TS"
        case .alc: "ALC objects"
        case .flute: "FLUTE files"
        case .published: "published"
        }
    }

    private static func code(_ scheme: FECReport.Scheme) -> String {
        switch scheme {
        case .none: "none"
        case .matrix(let columns, let rows, _, _): "2022-1 \(columns)x\(rows)"
        case .reedSolomon(let k, let r, _): "RS \(k)+\(r)"
        case .carrier(let k, let r, _): "carrier \(k)+\(r)"
        }
    }
}
