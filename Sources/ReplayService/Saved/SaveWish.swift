import Clips
import HTTPServing
import Storage

/// What somebody wants saved: the arguments of a clip, by query or in the body, and what it is to be called.
struct SaveWish: Sendable {
    /// In which forms a clip is saved.
    enum Format: String, CaseIterable, Sendable {
        case mp4, ts, both

        /// The forms.
        var forms: [ClipFormat] {
            switch self {
            case .mp4: [.progressive]
            case .ts: [.transport]
            case .both: [.progressive, .transport]
            }
        }
    }

    /// Arguments of a clip that may stand in the body as well.
    static let clipArguments = [
        "last", "start", "duration", "end", "from", "to", "timerange", "clamp", "wait", "accuracy", "as", "gap",
    ]
    /// Arguments of their own.
    static let ownArguments = ["format", "name", "note", "messages"]
    /// Data channels whose messages one clip keeps.
    static let messageChannelLimit = 16

    /// The clip.
    var request: ClipRequest
    /// In which forms.
    var format: Format
    /// What it is called.
    var name: String?
    /// What is said of it.
    var note: String?
    /// Data channels whose messages go with it, by id or name.
    var messages: [String] = []

    /// A clip that nobody calls anything.
    init(_ request: ClipRequest, format: Format) {
        self.request = request
        self.format = format
    }

    /// Reads what was sent with `request`; whatever stands in the query and in the body is refused.
    init(reading request: Request) throws {
        let sent = try SentObject(request)
        var words = request.query.map { ($0.name, $0.value) }
        for name in Self.clipArguments + Self.ownArguments {
            if let word = try sent.word(name) { words.append((name, word)) }
        }
        let clip: ClipRequest
        do throws(ClipQueryError) { clip = try ClipRequest(query: words) } catch {
            throw Refusal(.error(400, "\(error)"))
        }
        func own(_ name: String) throws(Refusal) -> String? {
            let values = words.filter { $0.0 == name }
            guard values.count < 2 else { throw Refusal(.error(400, "\(name) is given more than once")) }
            return values.first?.1
        }
        var format = clip.accuracy == .packet ? Format.ts : .mp4
        if let word = try own("format") {
            guard let known = Format(rawValue: word) else {
                throw Refusal(.error(400, "format is one of mp4, ts, both"))
            }
            guard clip.accuracy != .packet || known == .ts else {
                throw Refusal(.error(400, "accuracy=packet is possible in a transport stream only: ask for format=ts"))
            }
            format = known
        }
        self.init(clip, format: format)
        name = try own("name")
        note = try own("note")
        messages = (try own("messages") ?? "").split(separator: ",").map(String.init)
        guard messages.count <= Self.messageChannelLimit else {
            throw Refusal(.error(400, "messages of at most \(Self.messageChannelLimit) channels are kept with a clip"))
        }
    }
}
