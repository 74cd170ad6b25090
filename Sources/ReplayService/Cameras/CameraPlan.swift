import Bytes
import ClipFiles
import Clips
import Reports
import Timing

/// What several cameras give together: `plan.json` of an archive, and the answer of `/api/v1/sync`.
struct CameraPlan: Sendable {
    /// A camera's clip.
    struct Clip: Sendable {
        /// What it is.
        var facts: ClipFacts
        /// How much later than the common start its first picture is presented.
        var skew: StreamDuration
        /// Where the clip can be had by itself; nil while picture times are not final.
        var url: String?
        /// The file of the archive and its bytes; nil without an archive.
        var file: (name: String, bytes: Int)?
    }

    /// One camera: its clip, or why there is none.
    struct Entry: Sendable {
        var id: String
        var name: String
        var offset: StreamDuration
        var clip: Result<Clip, Absence>
    }

    /// Why there is no clip.
    struct Absence: Error {
        /// One sentence.
        var reason: String
    }

    var window: CommonWindow
    var entries: [Entry]

    private static let remark =
        "skewMs is the picture time of the first presented picture, plus offsetMs, less start; pictures that encoders "
        + "delay differently show it nowhere: channels.ID.offsetMs of the configuration corrects that"

    /// The plan as JSON.
    var json: OrderedJSON {
        let skews = entries.compactMap { try? $0.clip.get().skew.milliseconds }
        return [
            "start": .string(window.start.rfc3339(digits: 9)),
            "durationMs": .decimal((window.end - window.start).milliseconds, digits: 3),
            "requestedStart": .string(window.requestedStart.rfc3339(digits: 9)),
            "requestedDurationMs": .decimal((window.requestedEnd - window.requestedStart).milliseconds, digits: 3),
            "clipped": .bool(window.isClipped),
            "maxSkewMs": skews.max().map { .decimal($0, digits: 3) } ?? .null, "remark": .string(Self.remark),
            "channels": .array(entries.map(Self.json)),
        ]
    }

    private static func json(_ entry: Entry) -> OrderedJSON {
        let head: [OrderedJSON.Member] = [.init("id", .string(entry.id)), .init("name", .string(entry.name))]
        let offset = OrderedJSON.Member("offsetMs", .integer(Int(entry.offset.nanoseconds / 1_000_000)))
        switch entry.clip {
        case .failure(let absence):
            let nothing = ["url", "firstPicture", "skewMs"].map { OrderedJSON.Member($0, .null) }
            return .object(head + nothing + [offset, .init("reason", .string(absence.reason))])
        case .success(let clip): return .object(head + members(clip) + [offset])
        }
    }

    private static func members(_ clip: Clip) -> [OrderedJSON.Member] {
        let facts = clip.facts
        var members: [OrderedJSON.Member] = [
            .init("url", clip.url.map(OrderedJSON.string) ?? .null),
            .init("firstPicture", .string(facts.start.rfc3339(digits: 9))),
            .init("skewMs", .decimal(clip.skew.milliseconds, digits: 3)),
            .init("durationMs", .decimal(facts.duration.milliseconds, digits: 3)),
            .init("lostPackets", .integer(facts.lostPackets)),
            .init("recoveredPackets", .integer(facts.recoveredPackets)), .init("windows", json(facts.windows)),
            .init("parts", .integer(facts.parts)), .init("gaps", .integer(facts.gaps.count)),
            .init("clipped", .bool(facts.isClipped)),
        ]
        if let file = clip.file {
            members += [
                .init("file", .string(file.name)), .init("bytes", .integer(file.bytes)),
                .init("accuracy", .string(facts.accuracy.rawValue)),
                .init("prerollMs", .decimal(facts.preroll.milliseconds, digits: 3)),
            ]
        }
        return members
    }

    private static func json(_ windows: ClipWindows) -> OrderedJSON {
        [
            "total": .integer(windows.total), "noLoss": .integer(windows.noLoss),
            "recovered": .integer(windows.recovered), "failed": .integer(windows.failed),
            "first": windows.first.map { .integer(Int($0)) } ?? .null,
            "last": windows.last.map { .integer(Int($0)) } ?? .null,
        ]
    }
}
