/// Reads a media playlist and tells what breaks RFC 8216; written from the RFC's text.
public struct PlaylistChecker: Sendable {
    /// What a list says of a segment.
    public struct Entry: Hashable, Sendable {
        /// Where it is.
        public var uri: String
        /// Seconds.
        public var duration: Double
        /// Behind EXT-X-DISCONTINUITY.
        public var hasDiscontinuity = false
        /// Behind EXT-X-GAP.
        public var isGap = false
        /// Its EXT-X-PROGRAM-DATE-TIME.
        public var date: String?
        /// The EXT-X-MAP that goes with it.
        public var map: String?
    }

    /// The segments, in their order.
    public private(set) var entries: [Entry] = []
    /// What breaks the rules within the list.
    public private(set) var complaints: [String] = []
    /// EXT-X-VERSION.
    public private(set) var version = 1
    /// EXT-X-TARGETDURATION in seconds.
    public private(set) var target = 0
    /// EXT-X-MEDIA-SEQUENCE.
    public private(set) var sequence = 0
    /// EXT-X-DISCONTINUITY-SEQUENCE.
    public private(set) var discontinuities = 0
    /// Whether it says EXT-X-INDEPENDENT-SEGMENTS.
    public private(set) var isIndependent = false
    /// Whether it says EXT-X-ENDLIST.
    public private(set) var isEnded = false

    /// Reads a list.
    public init(_ text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // Section 4.3.1.1: the first line; section 4.1: lines end with a line feed.
        if lines.removeFirst() != "#EXTM3U" { complaints.append("does not begin with #EXTM3U") }
        if lines.popLast() != "" { complaints.append("does not end with a line feed") }
        var entry = Entry(uri: "", duration: -1)
        var map: String?
        var seen: Set<String> = []
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            let value = parts.count > 1 ? parts[1] : ""
            let once = [
                "#EXT-X-VERSION", "#EXT-X-TARGETDURATION", "#EXT-X-MEDIA-SEQUENCE", "#EXT-X-DISCONTINUITY-SEQUENCE",
                "#EXT-X-ENDLIST", "#EXT-X-INDEPENDENT-SEGMENTS",
            ]
            if once.contains(parts[0]), !seen.insert(parts[0]).inserted { complaints.append("twice: \(line)") }
            switch parts[0] {
            case "#EXT-X-VERSION": version = Int(value) ?? 0
            case "#EXT-X-TARGETDURATION": target = Int(value) ?? 0
            case "#EXT-X-MEDIA-SEQUENCE":
                sequence = Int(value) ?? -1
                if !entries.isEmpty { complaints.append("MEDIA-SEQUENCE behind a segment (4.3.3.2)") }
            case "#EXT-X-DISCONTINUITY-SEQUENCE":
                discontinuities = Int(value) ?? -1
                if !entries.isEmpty || entry.hasDiscontinuity {
                    complaints.append("DISCONTINUITY-SEQUENCE late (4.3.3.3)")
                }
            case "#EXT-X-INDEPENDENT-SEGMENTS": isIndependent = true
            case "#EXT-X-ENDLIST": isEnded = true
            case "#EXT-X-DISCONTINUITY": entry.hasDiscontinuity = true
            case "#EXT-X-GAP": entry.isGap = true
            case "#EXT-X-PROGRAM-DATE-TIME": entry.date = value
            case "#EXT-X-MAP": map = value
            case "#EXTINF":
                guard value.hasSuffix(","), let duration = Double(value.dropLast()) else {
                    complaints.append("unreadable: \(line)")
                    continue
                }
                entry.duration = duration
            default:
                if line.hasPrefix("#") {
                    complaints.append("unknown tag \(line)")
                } else {
                    entry.uri = line
                    entry.map = map
                    entries.append(entry)
                    entry = Entry(uri: "", duration: -1)
                }
            }
        }
        if target < 1 { complaints.append("no TARGETDURATION (4.3.3.1)") }
        for entry in entries {
            if entry.duration < 0 { complaints.append("\(entry.uri) has no EXTINF (4.3.2.1)") }
            if Int(entry.duration.rounded()) > target { complaints.append("\(entry.uri) lasts longer than the target") }
            if entry.date == nil { complaints.append("\(entry.uri) has no date") }
            if map != nil, entry.map == nil { complaints.append("\(entry.uri) has no MAP (4.3.2.5)") }
        }
        // Section 7: decimal durations need version 3, MAP in a list of pictures version 6.
        if version < (map == nil ? 3 : 6) { complaints.append("version \(version)") }
        if Set(entries.map(\.uri)).count != entries.count { complaints.append("a segment is listed twice") }
    }

    /// What changed from `earlier` to this list that may not change (section 6.2.1 and 6.2.2).
    public func complaints(after earlier: PlaylistChecker) -> [String] {
        var found: [String] = []
        if target != earlier.target { found.append("TARGETDURATION changed") }
        if version != earlier.version { found.append("VERSION changed") }
        let removed = sequence - earlier.sequence
        guard removed >= 0, removed <= earlier.entries.count else {
            return found + ["MEDIA-SEQUENCE moved by \(removed)"]
        }
        let dropped = earlier.entries.prefix(removed).filter(\.hasDiscontinuity).count
        if discontinuities != earlier.discontinuities + dropped { found.append("DISCONTINUITY-SEQUENCE is wrong") }
        let kept = Array(earlier.entries.dropFirst(removed))
        if Array(entries.prefix(kept.count)) != kept { found.append("listed segments changed") }
        if earlier.isEnded, self.entries != earlier.entries { found.append("changed after ENDLIST") }
        return found
    }
}
