import VenueSimulator

/// One request of the load: a window of a channel, whole or in part, as chance decides.
struct ClipWish {
    /// How much of the clip is asked for.
    enum Part: Equatable {
        case whole
        case from(Int, to: Int)
        case last(Int)
    }

    var isMovie: Bool
    var path: String
    var part: Part

    /// Windows lie in the last so many milliseconds, and are so long.
    private static let reach: UInt64 = 28_000
    private static let lengths: (least: UInt64, span: UInt64) = (1_000, 9_000)
    /// Every so many ask for a part.
    private static let partInterval: UInt64 = 4

    /// Request `number` of a load of `channels`.
    init(_ number: Int, of channels: [String]) {
        var random = VenueRandom(seed: UInt64(number) + 1)
        isMovie = number % 2 == 0
        let channel = channels[Int(random.next() % UInt64(channels.count))]
        let length = Self.lengths.least + random.next() % Self.lengths.span
        let end = random.next() % (Self.reach - length)
        path = "/api/v1/channels/\(channel)/clip.\(isMovie ? "mp4" : "ts")"
        path += "?from=-\(Self.seconds(end + length))&to=-\(Self.seconds(end))"
        part = .whole
        guard random.next() % Self.partInterval == 0 else { return }
        let place = Int(random.next() % 300_000)
        switch random.next() % 3 {
        case 0: part = .from(0, to: 1)
        case 1: part = .from(place, to: place + Int(random.next() % 100_000))
        default: part = .last(1 + place)
        }
    }

    private static func seconds(_ milliseconds: UInt64) -> String {
        let fraction = String(milliseconds % 1_000 + 1_000).dropFirst()
        return "\(milliseconds / 1_000).\(fraction)"
    }

    /// The header field that asks for the part.
    var field: String {
        switch part {
        case .whole: ""
        case .from(let first, let last): "Range: bytes=\(first)-\(last)\r\n"
        case .last(let count): "Range: bytes=-\(count)\r\n"
        }
    }

    /// What is wrong with an answer that is no refusal; nil when nothing is.
    func fault(of answer: ClipClient.Fetched) -> String? {
        guard answer.status == (part == .whole ? 200 : 206) else { return "status \(answer.status)" }
        guard answer.isWhole, answer.count > 0 else { return "\(answer.count) bytes came" }
        guard let field = answer.value(of: "content-range") else {
            guard part == .whole else { return "no Content-Range" }
            return isMovie ? Self.movieFault(answer) : Self.streamFault(answer)
        }
        let numbers = field.split { !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count == 3, numbers[1] - numbers[0] + 1 == answer.count else { return "Content-Range \(field)" }
        switch part {
        case .whole: return "a part of what was asked for"
        case .from(let first, let last): return first == numbers[0] && last >= numbers[1] ? nil : "another part"
        case .last(let count): return numbers[1] == numbers[2] - 1 && answer.count <= count ? nil : "another part"
        }
    }

    private static func movieFault(_ answer: ClipClient.Fetched) -> String? {
        answer.first.dropFirst(4).starts(with: "ftyp".utf8) ? nil : "no MP4"
    }

    private static func streamFault(_ answer: ClipClient.Fetched) -> String? {
        answer.count % 188 == 0 && answer.first.first == 0x47 ? nil : "no transport stream"
    }
}
