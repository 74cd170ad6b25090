import Clips
import HTTPServing
import History
import Quality
import Reports
import Timing
import VenueRuntime

extension ReplayService {
    /// The protection windows behind a clip, one by one.
    func windows(_ request: Request) -> Answer {
        about(request) { clip in
            let windows = clip.windows
            let answer: OrderedJSON = [
                "channel": .string(clip.channel.id), "start": .string(clip.facts.start.rfc3339(digits: 6)),
                "duration": .decimal(clip.facts.duration.seconds, digits: 6), "counts": OrderedJSON(windows: windows),
                "windows": .array(windows.map(OrderedJSON.init(window:))),
            ]
            return .json(200, answer.text, headers: clip.location("windows"))
        }
    }

    /// The link indicator over a clip, and loss and recovery second by second.
    func quality(_ request: Request) -> Answer {
        about(request) { [self] clip in
            guard let timeline = timeline(of: clip) else { return Self.notMeasured(clip) }
            let answer = ["channel": .string(clip.channel.id)] + OrderedJSON(quality: timeline, of: clip.facts)
            return .json(200, answer.text, headers: clip.location("quality"))
        }
    }

    /// The same as WebVTT metadata.
    func qualityCues(_ request: Request) -> Answer {
        about(request) { [self] clip in
            guard let timeline = timeline(of: clip) else { return Self.notMeasured(clip) }
            return .text(
                200, QualityCues.text(timeline, of: clip.facts), type: "text/vtt; charset=utf-8",
                headers: clip.location("quality.vtt"))
        }
    }

    private func timeline(of clip: AskedClip) -> QualityTimeline? {
        venue.link(of: clip.channel.index).map { QualityTimeline(of: clip.facts, in: clip.history, link: $0.link) }
    }

    private static func notMeasured(_ clip: AskedClip) -> Response {
        .error(404, "channel \"\(clip.channel.name)\" carries no media whose quality is measured")
    }
}
