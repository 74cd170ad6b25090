import Clips
import Reports
import Timing

/// A time line as WebVTT metadata (W3C WebVTT 1): one cue for each second of stream time, on the clip's own time, which is 0 at
/// its first picture.
enum QualityCues {
    static func text(_ timeline: QualityTimeline, of clip: ClipFacts) -> String {
        var text = """
            WEBVTT

            NOTE
            Cues are JSON: time, linkIndicator (0 to 10, or null), receivedPackets, lostPackets, recoveredPackets, windows.
            Time 0 is the clip's first picture, \(clip.start.rfc3339(digits: 6)).


            """
        for second in timeline.seconds {
            let start = max(StreamDuration.zero, second.start - clip.start)
            let end = min(clip.duration, second.start - clip.start + StreamDuration(seconds: 1))
            // Cue times are whole milliseconds, and a cue ends behind its beginning.
            guard milliseconds(start) < milliseconds(end) else { continue }
            text += "\(stamp(start)) --> \(stamp(end))\n\(OrderedJSON(second: second).text)\n\n"
        }
        return text
    }

    private static func milliseconds(_ time: StreamDuration) -> Int64 { time.nanoseconds / 1_000_000 }

    /// "00:00:01.040".
    private static func stamp(_ time: StreamDuration) -> String {
        let all = milliseconds(time)
        func padded(_ number: Int64, _ digits: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        return padded(all / 3_600_000, 2) + ":" + padded(all / 60_000 % 60, 2) + ":" + padded(all / 1_000 % 60, 2) + "."
            + padded(all % 1_000, 3)
    }
}
