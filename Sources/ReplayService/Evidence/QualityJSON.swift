import Clips
import History
import Protection
import Quality
import Reports
import Timing

extension OrderedJSON {
    /// A protection window with every key; numbers are those on the wire, null without RTP.
    init(window: KeptWindow) {
        let record = window.record
        func number(_ value: Int64) -> OrderedJSON {
            window.run == 0 ? .null : .integer(Int(UInt16(truncatingIfNeeded: value)))
        }
        self = [
            "id": .integer(Int(record.id)), "k": .integer(record.k), "d": .integer(record.d), "r": .integer(record.r),
            "recovered": .integer(record.recovered), "outcome": .string(Self.name(of: record.outcome)),
            "warning": .bool(record.flags.contains(.warning)), "error": .bool(record.flags.contains(.error)),
            "firstSeq": number(record.firstNumber), "lastSeq": number(record.lastNumber),
            "opened": .string(record.opened.rfc3339(digits: 9)), "closed": .string(record.closed.rfc3339(digits: 9)),
            "run": .integer(record.run), "tail": .bool(record.flags.contains(.tail)),
        ]
    }

    private static func name(of outcome: WindowRecord.Outcome) -> String {
        switch outcome {
        case .noLoss: "noLoss"
        case .recovered: "recovered"
        case .recoveryFailed: "recoveryFailed"
        case .partial: "partial"
        case .open: "open"
        }
    }

    /// How many windows ended how; those in no class beside.
    init(windows: [KeptWindow]) {
        func count(_ outcome: WindowRecord.Outcome) -> OrderedJSON {
            .integer(windows.count { $0.record.outcome == outcome })
        }
        self = [
            "total": .integer(windows.count { $0.record.isClassified }), "noLoss": count(.noLoss),
            "recovered": count(.recovered), "failed": count(.recoveryFailed), "partial": count(.partial),
            "open": count(.open),
        ]
    }

    /// One second of a time line.
    init(second: QualityTimeline.Second) {
        self = [
            "time": .string(second.start.rfc3339(digits: 3)),
            "linkIndicator": second.indicator.map(OrderedJSON.integer) ?? .null,
            "receivedPackets": .integer(second.received), "lostPackets": .integer(second.lost),
            "recoveredPackets": .integer(second.recovered), "windows": OrderedJSON(windows: second.windows),
        ]
    }

    /// A clip's time line.
    init(quality timeline: QualityTimeline, of clip: ClipFacts) {
        let windows = timeline.seconds.flatMap(\.windows)
        let indicator: OrderedJSON = [
            "last": timeline.last.map(OrderedJSON.integer) ?? .null,
            "min": timeline.minimum.map(OrderedJSON.integer) ?? .null,
            "mean": timeline.mean.map { .decimal($0, digits: 2) } ?? .null,
            "timeline": .array(
                timeline.changes.map { ["time": .string($0.time.rfc3339(digits: 3)), "value": .integer($0.value)] }),
        ]
        self = [
            "start": .string(clip.start.rfc3339(digits: 6)), "duration": .decimal(clip.duration.seconds, digits: 6),
            "linkIndicator": indicator, "lostPackets": .integer(clip.lostPackets),
            "recoveredPackets": .integer(clip.recoveredPackets), "windows": OrderedJSON(windows: windows),
            "seconds": .array(timeline.seconds.map(OrderedJSON.init(second:))),
        ]
    }
}
