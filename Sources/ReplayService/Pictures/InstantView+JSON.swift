import Clips
import History
import Protection
import Reports
import Timing

extension InstantView {
    /// The view as JSON.
    var json: OrderedJSON {
        [
            "time": .string(time.rfc3339), "settled": .bool(isSettled),
            "channels": .array(channels.map(\.json)),
        ]
    }
}

extension InstantView.Channel {
    fileprivate var json: OrderedJSON {
        [
            "id": .string(id), "name": .string(name), "kind": .string(kind),
            "offsetMs": .integer(Int(offset.nanoseconds / 1_000_000)), "time": .string(time.rfc3339),
            "picture": picture.map(Self.json) ?? .null, "window": window.map(Self.json) ?? .null,
            "linkIndicator": linkIndicator.map { .integer($0) } ?? .null,
            "message": message.map { OrderedJSON(message: $0, id: messageID ?? "") } ?? .null,
            "problem": problem.map(OrderedJSON.string) ?? .null,
        ]
    }

    private static func json(_ picture: InstantView.Picture) -> OrderedJSON {
        [
            "time": .string(picture.plan.time.rfc3339), "url": .string(picture.address),
            "lostPackets": .integer(picture.plan.lostPackets),
            "recoveredPackets": .integer(picture.plan.recoveredPackets), "damaged": .bool(picture.plan.isDamaged),
        ]
    }

    private static func json(_ window: KeptWindow) -> OrderedJSON {
        let record = window.record
        return [
            "id": .integer(Int(record.id)), "k": .integer(record.k), "d": .integer(record.d), "r": .integer(record.r),
            "recovered": .integer(record.recovered), "outcome": .string(record.outcome.name),
            "warning": .bool(record.flags.contains(.warning)), "error": .bool(record.flags.contains(.error)),
            "firstSeq": .integer(Int(record.firstNumber)), "lastSeq": .integer(Int(record.lastNumber)),
            "opened": .string(record.opened.rfc3339), "closed": .string(record.closed.rfc3339),
        ]
    }
}

extension WindowRecord.Outcome {
    /// What it is called in JSON.
    var name: String {
        switch self {
        case .noLoss: "noLoss"
        case .recovered: "recovered"
        case .recoveryFailed: "recoveryFailed"
        case .partial: "partial"
        case .open: "open"
        }
    }
}
