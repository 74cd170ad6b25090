import Timing

/// The text of a sliding playlist (RFC 8216), to which only what is new is added.
struct PlaylistText: Sendable {
    let kind: PlaylistKind
    let channel: String
    private var body = ""
    /// Bytes of each entry of the body, oldest first.
    private var lengths: [Int] = []

    init(_ kind: PlaylistKind, channel: String) {
        self.kind = kind
        self.channel = channel
    }

    /// Adds a segment at the end.
    mutating func append(_ segment: Segment) {
        var entry = ""
        if segment.startsDiscontinuity {
            entry += "#EXT-X-DISCONTINUITY\n"
            if kind == .fragmented { entry += map(segment) }
        }
        if segment.isGap { entry += "#EXT-X-GAP\n" }
        entry += "#EXT-X-PROGRAM-DATE-TIME:\(segment.start.rfc3339())\n"
        entry += "#EXTINF:\(Self.seconds(segment.ticks)),\n\(segment.path(kind, channel: channel))\n"
        body += entry
        lengths.append(entry.utf8.count)
    }

    /// Removes the oldest segment.
    mutating func removeFirst() {
        guard !lengths.isEmpty else { return }
        body.removeSubrange(..<body.utf8.index(body.startIndex, offsetBy: lengths.removeFirst()))
    }

    /// The whole list; `first` is the oldest segment in it.
    func text(
        first: Segment, target: Int64, discontinuities: Int64, isIndependent: Bool, isOver: Bool
    ) -> String {
        // Fractions of seconds need version 3, initialization segments beside pictures version 6.
        var text = "#EXTM3U\n#EXT-X-VERSION:\(kind == .fragmented ? 6 : 3)\n#EXT-X-TARGETDURATION:\(target)\n"
        text += "#EXT-X-MEDIA-SEQUENCE:\(first.sequence)\n#EXT-X-DISCONTINUITY-SEQUENCE:\(discontinuities)\n"
        if isIndependent { text += "#EXT-X-INDEPENDENT-SEGMENTS\n" }
        if kind == .fragmented, !first.startsDiscontinuity { text += map(first) }
        text += body
        return isOver ? text + "#EXT-X-ENDLIST\n" : text
    }

    private func map(_ segment: Segment) -> String {
        "#EXT-X-MAP:URI=\"\(segment.initializationPath(channel: channel))\"\n"
    }

    /// Ticks as decimal seconds, rounded to microseconds.
    private static func seconds(_ ticks: Int64) -> String {
        let microseconds = (max(0, ticks) * 100 + 4) / 9
        return "\(microseconds / 1_000_000).\(String(microseconds % 1_000_000).padded(to: 6))"
    }
}
