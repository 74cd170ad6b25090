import Clips
import FoundationEssentials
import Timing
import VenueSettings

extension SavedClip {
    /// Reads what lies on the disk beside a clip's files; nil when it is not what a store writes.
    public init?(parsing bytes: [UInt8]) {
        guard bytes.count <= ClipStoreLimits.factsLimit, JSONValue.isNested(bytes),
            let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)), let members = value.members,
            members.integer("schema") == Self.schema,
            let id = members.text("id").flatMap({ ClipID($0) }),
            let kind = members.text("kind").flatMap(Kind.init), let channel = members["channel"]?.members,
            let channelID = channel.text("id"), let channelName = channel.text("name"),
            let savedAt = members.instant("savedAt"), let savedBy = members.text("savedBy"),
            let requestedStart = members.instant("requestedStart"), let start = members.instant("start"),
            let duration = members.length("durationMs"), let lost = members.count("lostPackets"),
            let recovered = members.count("recoveredPackets"),
            let windows = members["windows"]?.members.flatMap(ClipWindows.init), let parts = members.count("parts"),
            let gaps = members.all("gaps", { ClipGap($0) }), let isClipped = members["clipped"]?.truth,
            let files = members.all("files", { SavedFile($0) }), !files.isEmpty,
            Set(files.map(\.name)).count == files.count
        else { return nil }
        self.init(
            id: id, kind: kind, channelID: channelID, channelName: channelName, savedAt: savedAt, savedBy: savedBy,
            name: members.text("name"), note: members.text("note"), reason: members.text("reason"),
            requestedStart: requestedStart, start: start, duration: duration, lostPackets: lost,
            recoveredPackets: recovered, windows: windows, parts: parts, gaps: gaps, isClipped: isClipped, files: files)
    }
}

extension ClipGap {
    fileprivate init?(_ members: [String: JSONValue]) {
        guard let kind = members.text("kind").flatMap(Kind.init), let time = members.instant("time") else { return nil }
        self.init(kind: kind, time: time)
    }
}

extension SavedFile {
    /// Bytes of a file; a longer one is not ours.
    private static let sizeLimit = 1 << 42

    fileprivate init?(_ members: [String: JSONValue]) {
        guard let name = members.text("name").flatMap(Name.init), let bytes = members.integer("bytes"),
            (0...Self.sizeLimit).contains(bytes),
            let headers = members["headers"]?.members
        else { return nil }
        let facts = headers.sorted { $0.key < $1.key }.compactMap { name, value in
            value.text.flatMap { Fact(name, $0) }
        }
        self.init(name: name, bytes: bytes, downloadName: members.text("downloadName") ?? "", facts: facts)
    }
}

extension ClipWindows {
    fileprivate init?(_ members: [String: JSONValue]) {
        guard let total = members.count("total"), let noLoss = members.count("noLoss"),
            let recovered = members.count("recovered"), let failed = members.count("failed")
        else { return nil }
        self.init()
        self.total = total
        self.noLoss = noLoss
        self.recovered = recovered
        self.failed = failed
        first = members.integer("first").map(Int64.init)
        last = members.integer("last").map(Int64.init)
    }
}

extension JSONValue {
    fileprivate var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var truth: Bool? { if case .bool(let truth) = self { truth } else { nil } }
}

extension [String: JSONValue] {
    fileprivate func text(_ key: String) -> String? { self[key]?.text }

    fileprivate func integer(_ key: String) -> Int? {
        if case .integer(let number) = self[key] { number } else { nil }
    }

    /// A number that is not negative.
    fileprivate func count(_ key: String) -> Int? { integer(key).flatMap { $0 < 0 ? nil : $0 } }

    fileprivate func instant(_ key: String) -> StreamTime? { text(key).flatMap { StreamTime(rfc3339: $0) } }

    fileprivate func length(_ key: String) -> StreamDuration? {
        let length: StreamDuration? =
            switch self[key] {
            case .integer(let number): StreamDuration(milliseconds: Int64(number))
            case .number(let number):
                Int64(exactly: (number * 1e6).rounded()).map { StreamDuration(nanoseconds: $0) }
            default: nil
            }
        return length.flatMap { $0 < .zero ? nil : $0 }
    }

    /// Every element of a list; nil when there is no list, or one of them is none.
    fileprivate func all<Element>(_ key: String, _ make: ([String: JSONValue]) -> Element?) -> [Element]? {
        guard case .array(let values) = self[key] else { return nil }
        var elements: [Element] = []
        for value in values {
            guard let members = value.members, let element = make(members) else { return nil }
            elements.append(element)
        }
        return elements
    }
}
