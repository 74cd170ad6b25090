import NetworkFormats
import Timing

extension ChannelReport {
    var json: OrderedJSON {
        [
            "id": .string(id),
            "name": .string(name),
            "kind": .string(kind.rawValue),
            "origin": .string(origin.rawValue),
            "licensed": .bool(licensed ?? true),
            "group": .address(group),
            "port": .integer(Int(port)),
            "source": .address(source),
            "carriage": .string(carriage.rawValue),
            "truncated": isTruncated ? .bool(true) : nil,
            "rtp": rtp?.json,
            "loss": loss?.json,
            "fec": fec?.json,
            "windows": windows?.json,
            "link": link?.json,
            "ts": transport?.json,
            "video": video?.json,
            "objects": objects?.json,
            "messages": messages?.json,
            "files": files.map { .array($0.map(\.json)) },
            "bitrateKbps": .decimal(bitrateKbps, digits: 3),
        ]
    }
}

extension RTPReport {
    var json: OrderedJSON {
        [
            "ssrc": .synchronizationSource(ssrc),
            "expected": .integer(expected),
            "received": .integer(received),
            "lost": .integer(lost),
            "duplicates": .integer(duplicates),
            "reordered": .integer(reordered),
            "reorderDepth": .integer(reorderDepth),
            "late": .integer(late),
            "jitterMs": .milliseconds(jitterMs),
            "jitterMaxMs": .milliseconds(jitterMaxMs),
            "sequenceResets": .integer(sequenceResets),
            "runs": .array(runs.map(\.json)),
        ]
    }
}

extension RTPRun {
    var json: OrderedJSON {
        [
            "ssrc": .synchronizationSource(ssrc), "firstSequence": .integer(Int(firstSequence)),
            "expected": .integer(expected), "received": .integer(received), "start": .time(start), "end": .time(end),
        ]
    }
}

extension LossReport {
    var json: OrderedJSON {
        [
            "holes": .integer(holes),
            "longest": .integer(longest),
            "minSeparation": minSeparation.map(OrderedJSON.integer) ?? .null,
            "runLengths": .object(runLengths.map { OrderedJSON.Member(String($0.length), .integer($0.holes)) }),
        ]
    }
}

extension FECReport {
    var json: OrderedJSON {
        let counts: [OrderedJSON.Member] = [
            .init("received", .integer(received)), .init("recovered", .integer(recovered)),
            .init("unrecovered", .integer(unrecovered)), .init("corrupt", .integer(corrupt)),
            .init("overhead", .ratio(overhead)),
        ]
        return .object(scheme.members + counts)
    }
}

extension FECReport.Scheme {
    /// The scheme's name and the parameters that it has.
    fileprivate var members: [OrderedJSON.Member] {
        switch self {
        case .none: [.init("scheme", .string("none"))]
        case .matrix(let columns, let rows, let mode, let isAligned):
            [
                .init("scheme", .string("st2022-1")), .init("columns", .integer(columns)),
                .init("rows", .integer(rows)), .init("mode", .string(mode.rawValue)),
                .init("aligned", .bool(isAligned)),
            ]
        case .reedSolomon(let k, let r, let points): Self.members("rs8", k, r, points)
        case .carrier(let k, let r, let points): Self.members("rs-carrier", k, r, points)
        }
    }

    private static func members(_ scheme: String, _ k: Int, _ r: Int, _ points: String) -> [OrderedJSON.Member] {
        [
            .init("scheme", .string(scheme)), .init("k", .integer(k)), .init("r", .integer(r)),
            .init("points", .string(points)),
        ]
    }
}

extension WindowsReport {
    var json: OrderedJSON {
        [
            "open": .integer(open),
            "partial": .integer(partial),
            "protection_windows": .integer(classified),
            "window_no_loss": .integer(noLoss),
            "window_recovery_successes": .integer(recoverySuccesses),
            "window_recovery_failures": .integer(recoveryFailures),
            "window_warning": .integer(warnings),
            "window_error": .integer(errors),
        ]
    }
}

extension LinkReport {
    var json: OrderedJSON {
        [
            "session_link_indicator": .integer(last),
            "min": .integer(min),
            "mean": .ratio(mean),
            "timeline": .array(timeline.map { ["time": .time($0.time), "value": .integer($0.value)] }),
        ]
    }
}

extension TransportReport {
    var json: OrderedJSON {
        [
            "packets": .integer(packets),
            "packetBytes": .integer(packetBytes),
            "num_ts_discontinuities": .integer(discontinuities),
            "pids": .array(pids.map(\.json)),
            "pcr": .array(clocks.map(\.json)),
        ]
    }
}

extension PIDReport {
    var json: OrderedJSON {
        [
            "pid": .integer(Int(pid)), "kind": .string(kind), "codec": codec.map(OrderedJSON.string),
            "packets": .integer(packets), "ccErrors": .integer(continuityErrors), "scrambled": .integer(scrambled),
        ]
    }
}

extension ClockReport {
    var json: OrderedJSON {
        [
            "pid": .integer(Int(pid)), "maxIntervalMs": .milliseconds(maxIntervalMs),
            "jitterUs": jitterUs.map(OrderedJSON.microseconds) ?? .null,
            "driftPpm": driftPpm.map(OrderedJSON.partsPerMillion) ?? .null,
        ]
    }
}

extension VideoReport {
    var json: OrderedJSON {
        [
            "num_dropped_video_frames": .integer(droppedFrames),
            "frames": .integer(frames),
            "width": .integer(width),
            "height": .integer(height),
            "gopMs": .milliseconds(gopMs),
            "gopMaxMs": .milliseconds(gopMaxMs),
        ]
    }
}
