import Foundation

/// Reads WebVTT as strictly as its specification lets a validator be (W3C WebVTT 1, section 4.1): one blank line between
/// blocks, notes passed over, times with milliseconds, cues in order of beginning and each of them longer than nothing.
struct CueReader {
    struct Fault: Error { var text: String }

    struct Cue {
        var start: Int
        var end: Int
        var payload: [String: Any]
    }

    private(set) var cues: [Cue] = []

    init(_ text: String) throws {
        guard !text.contains("\r"), !text.contains("\0") else { throw Fault(text: "control characters") }
        var blocks = text.components(separatedBy: "\n\n")
        // What ends the last block.
        while blocks.last?.isEmpty == true || blocks.last == "\n" { blocks.removeLast() }
        guard blocks.first == "WEBVTT" else { throw Fault(text: "no signature") }
        for block in blocks.dropFirst() {
            let lines = block.drop { $0 == "\n" }.split(separator: "\n", omittingEmptySubsequences: false)
            guard let first = lines.first, !first.isEmpty else { throw Fault(text: "an empty block") }
            if first == "NOTE" || first.hasPrefix("NOTE ") {
                guard !block.contains("-->") else { throw Fault(text: "an arrow in a note") }
                continue
            }
            let times = first.components(separatedBy: " --> ")
            guard times.count == 2, let start = Self.milliseconds(times[0]), let end = Self.milliseconds(times[1]),
                start < end, cues.last.map({ $0.start <= start }) ?? true
            else { throw Fault(text: "times \(first)") }
            let payload = lines.dropFirst().joined(separator: "\n")
            guard !payload.isEmpty, !payload.contains("-->") else { throw Fault(text: "payload \(payload)") }
            let object = try JSONSerialization.jsonObject(with: Data(payload.utf8)) as? [String: Any]
            cues.append(Cue(start: start, end: end, payload: object ?? [:]))
        }
    }

    /// "00:00:01.040": two digits or more, two, two, three.
    private static func milliseconds(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count >= 2, parts[1].count == 2 else { return nil }
        let seconds = parts[2].split(separator: ".", omittingEmptySubsequences: false)
        guard seconds.count == 2, seconds[0].count == 2, seconds[1].count == 3 else { return nil }
        guard let hour = Int(parts[0]), let minute = Int(parts[1]), let second = Int(seconds[0]),
            let rest = Int(seconds[1]), minute < 60, second < 60
        else { return nil }
        return ((hour * 60 + minute) * 60 + second) * 1_000 + rest
    }
}
