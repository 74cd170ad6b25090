import ClipFiles
import HTTPServing
import Pipeline
import Reports
import VenueRuntime
import VenueSettings

extension ReplayService {
    /// A reading thread that did not come round for so long is not well, in seconds.
    private static let patience = 2.0

    func report(_ request: Request) -> Answer {
        .work { [venue] in .json(200, venue.report().jsonText) }
    }

    func streamers(_ request: Request) -> Answer {
        let streamers = StreamerReport.all(of: publisher.view.venue)
        let answer: OrderedJSON = ["streamers": .array(streamers.map(\.json))]
        return .now(.json(200, answer.text))
    }

    func version(_ request: Request) -> Answer {
        let answer: OrderedJSON = ["version": .string(Release.version)]
        return .now(.json(200, answer.text))
    }

    func health(_ request: Request) -> Answer {
        let health = venue.health
        if let failure = health.failure { return .now(.error(503, failure)) }
        guard health.isFinished || health.secondsSinceTurn < Self.patience else {
            return .now(.error(503, "the venue has not been read for \(Int(health.secondsSinceTurn)) seconds"))
        }
        let answer: OrderedJSON = [
            "status": .string("ok"), "channels": .integer(publisher.view.channels.count),
            "finished": .bool(health.isFinished),
        ]
        return .now(.json(200, answer.text))
    }

    func metrics(_ request: Request) -> Answer {
        let view = publisher.view
        return .work { [self] in
            var metrics = MetricsText(
                view: view, health: venue.health, cachedBytes: segments.byteCount, session: sessionMetrics,
                files: venue.files?.facts)
            metrics.add(movieShelf)
            metrics.add(pictures.facts)
            if let reporter { metrics.add(reporter) }
            if let clips { metrics.add(clips) }
            return .text(200, metrics.text, type: "text/plain; version=0.0.4; charset=utf-8")
        }
    }
}
