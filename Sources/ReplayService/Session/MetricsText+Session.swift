import Quality
import Session

/// What the session, its players and those who listen to it come to at one moment.
struct SessionMetrics: Sendable {
    /// Whether the service is up, and why not.
    var service = ServiceState(reasons: .sdkNotRunning)
    /// Whether the licensed venue is heard.
    var isConnected = false
    /// Players over HTTP.
    var players = 0
    /// Readers of their streams.
    var readers = 0
    /// Readers of events.
    var listeners = 0
    /// Events so far.
    var events: UInt64 = 0
    /// Uploads of statistics that were taken and that failed.
    var uploads = (taken: 0, failed: 0)
}

extension MetricsText {
    mutating func session(_ metrics: SessionMetrics) {
        family("svm_service_up", "gauge", "Whether the service is up")
        sample("svm_service_up", metrics.service.isUp ? 1 : 0)
        family("svm_service_down", "gauge", "Reasons against the service, 1 for those that hold")
        let reasons: [(String, ServiceState.Reasons)] = [
            ("sdkNotRunning", .sdkNotRunning), ("wifiDown", .wifiDown), ("noChannels", .noChannels),
            ("poorQuality", .poorQuality),
        ]
        for (name, reason) in reasons {
            sample("svm_service_down", metrics.service.reasons.contains(reason) ? 1 : 0, labels: [("reason", name)])
        }
        let gauges: [(name: String, help: String, value: Int)] = [
            ("svm_venue_connected", "Whether the licensed venue is heard", metrics.isConnected ? 1 : 0),
            ("svm_players", "Players over HTTP", metrics.players),
            ("svm_player_readers", "Readers of players' streams", metrics.readers),
            ("svm_event_listeners", "Readers of the session's events", metrics.listeners),
        ]
        for gauge in gauges {
            family(gauge.name, "gauge", gauge.help)
            sample(gauge.name, Double(gauge.value))
        }
        family("svm_events_total", "counter", "Events of the session")
        sample("svm_events_total", Double(metrics.events))
        family("svm_stats_uploads_total", "counter", "Uploads of statistics by what became of them")
        sample("svm_stats_uploads_total", Double(metrics.uploads.taken), labels: [("result", "taken")])
        sample("svm_stats_uploads_total", Double(metrics.uploads.failed), labels: [("result", "failed")])
    }
}

extension ReplayService {
    /// The session's figures.
    var sessionMetrics: SessionMetrics {
        let statistics = session.statistics
        return SessionMetrics(
            service: session.serviceState, isConnected: session.isConnectedToVenue, players: players.count,
            readers: players.readers, listeners: events.count, events: events.last,
            uploads: (statistics[.uploadSuccesses], statistics[.uploadFailures]))
    }
}
