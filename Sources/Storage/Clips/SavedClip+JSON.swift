import Clips
import Timing
public import VenueSettings

extension SavedClip {
    /// The clip as an object: what lies on the disk beside its files, and what those who ask are told.
    public var json: JSONValue {
        var members: [String: JSONValue] = [
            "schema": .integer(Self.schema), "id": .string(id.text), "kind": .string(kind.rawValue),
            "channel": .object(["id": .string(channelID), "name": .string(channelName)]),
            "savedAt": .string(savedAt.rfc3339(digits: 3)), "savedBy": .string(savedBy),
            "requestedStart": .string(requestedStart.rfc3339(digits: 9)), "start": .string(start.rfc3339(digits: 9)),
            "durationMs": .milliseconds(duration), "lostPackets": .integer(lostPackets),
            "recoveredPackets": .integer(recoveredPackets), "windows": windows.json, "parts": .integer(parts),
            "gaps": .array(
                gaps.map { gap in
                    .object(["kind": .string(gap.kind.rawValue), "time": .string(gap.time.rfc3339(digits: 9))])
                }),
            "clipped": .bool(isClipped), "bytes": .integer(bytes), "files": .array(files.map(\.json)),
        ]
        members["name"] = name.map(JSONValue.string)
        members["note"] = note.map(JSONValue.string)
        members["reason"] = reason.map(JSONValue.string)
        return .object(members)
    }

    /// The number of this form, raised when a key changes its meaning.
    static let schema = 1
}

extension SavedFile {
    /// The file as an object.
    fileprivate var json: JSONValue {
        .object([
            "name": .string(name.rawValue), "type": .string(name.type), "bytes": .integer(bytes),
            "downloadName": .string(downloadName),
            "headers": .object(
                Dictionary(facts.map { ($0.name, JSONValue.string($0.value)) }) { first, _ in first }),
        ])
    }
}

extension ClipWindows {
    /// The counts as an object.
    fileprivate var json: JSONValue {
        .object([
            "total": .integer(total), "noLoss": .integer(noLoss), "recovered": .integer(recovered),
            "failed": .integer(failed), "first": first.map { .integer(Int($0)) } ?? .null,
            "last": last.map { .integer(Int($0)) } ?? .null,
        ])
    }
}

extension JSONValue {
    /// A length in milliseconds, exact to the nanosecond as far as a number with 53 bits is.
    fileprivate static func milliseconds(_ length: StreamDuration) -> JSONValue {
        let (whole, rest) = length.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return rest == 0 ? .integer(Int(whole)) : .number(length.milliseconds)
    }
}
