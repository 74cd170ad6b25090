import Foundation

/// A live playlist of transport stream segments, read as RFC 8216 says.
struct FaultPlaylist {
    struct Segment: Hashable {
        var sequence: Int
        var path: String
        var seconds: Double
        var date: Date
        var startsDiscontinuity: Bool
    }

    private(set) var target = 0
    private(set) var segments: [Segment] = []

    var last: Segment? { segments.last }

    /// Reads the text; nil when it is no live playlist.
    init?(_ text: String) {
        let lines = text.split(separator: "\n")
        guard lines.first == "#EXTM3U" else { return nil }
        var sequence: Int?
        var seconds: Double?
        var date: Date?
        var startsDiscontinuity = false
        for line in lines.dropFirst() {
            if let value = Self.value("#EXT-X-TARGETDURATION:", line) { target = Int(value) ?? 0 }
            if let value = Self.value("#EXT-X-MEDIA-SEQUENCE:", line) { sequence = Int(value) }
            if let value = Self.value("#EXTINF:", line) { seconds = Double(value.prefix { $0 != "," }) }
            if let value = Self.value("#EXT-X-PROGRAM-DATE-TIME:", line) { date = Self.date(value) }
            if line == "#EXT-X-DISCONTINUITY" { startsDiscontinuity = true }
            if line == "#EXT-X-ENDLIST" { return nil }
            guard line.first != "#" else { continue }
            guard let number = sequence, let length = seconds, let start = date else { return nil }
            segments.append(
                Segment(
                    sequence: number, path: String(line), seconds: length, date: start,
                    startsDiscontinuity: startsDiscontinuity))
            sequence = number + 1
            (seconds, date, startsDiscontinuity) = (nil, nil, false)
        }
        guard target > 0, !segments.isEmpty else { return nil }
    }

    private static func value(_ tag: String, _ line: Substring) -> Substring? {
        line.hasPrefix(tag) ? line.dropFirst(tag.count) : nil
    }

    private static func date(_ text: Substring) -> Date? {
        try? Date(String(text), strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// What is wrong with the list in itself, and as the next one after `earlier`.
    func problems(after earlier: Self?) -> [String] {
        var problems: [String] = []
        for segment in segments where Int(segment.seconds.rounded()) > target {
            problems.append(
                "segment \(segment.sequence) takes \(segment.seconds) s, more than its list's target of \(target) s")
        }
        for (one, next) in zip(segments, segments.dropFirst()) {
            let step = next.date.timeIntervalSince(one.date)
            if next.startsDiscontinuity {
                problems.append("segment \(next.sequence) starts a discontinuity")
            } else if abs(step - one.seconds) > 0.1 {
                problems.append("segment \(next.sequence) is dated \(step) s after one of \(one.seconds) s")
            }
        }
        guard let earlier, let first = segments.first, let was = earlier.segments.first else { return problems }
        if first.sequence < was.sequence { problems.append("the media sequence fell") }
        let known = Dictionary(earlier.segments.map { ($0.sequence, $0) }) { one, _ in one }
        for segment in segments {
            if let one = known[segment.sequence], one != segment {
                problems.append("segment \(segment.sequence) is not what it was")
            }
        }
        return problems
    }
}
