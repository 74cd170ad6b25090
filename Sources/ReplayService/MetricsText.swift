import Channels
import History
import PacketIO
import Pipeline
import Reports
import Timing
import VenueRuntime

/// The venue's counters in Prometheus' text format, version 0.0.4.
struct MetricsText {
    /// The text.
    private(set) var text = ""

    init(
        view: VenueView, health: LiveHealth, cachedBytes: Int, session metrics: SessionMetrics,
        files: FileStoreFacts? = nil
    ) {
        venue(view, health, cachedBytes)
        session(metrics)
        announcements(view)
        channels(view)
        objects(view)
        if let files { store(files) }
    }

    private mutating func venue(_ view: VenueView, _ health: LiveHealth, _ cachedBytes: Int) {
        family("svm_datagrams_total", "counter", "Datagrams received")
        sample("svm_datagrams_total", Double(health.datagrams))
        family("svm_receiver_drops_total", "counter", "Datagrams that this machine lost before they were read")
        sample("svm_receiver_drops_total", Double(health.receiverDrops))
        family("svm_channels", "gauge", "Channels")
        sample("svm_channels", Double(view.channels.count))
        family("svm_channels_unheard", "gauge", "Channels that are announced and not heard")
        sample("svm_channels_unheard", Double(view.announced.count))
        family("svm_turn_age_seconds", "gauge", "Time since the reading thread last came round")
        sample("svm_turn_age_seconds", health.secondsSinceTurn)
        family("svm_segment_cache_bytes", "gauge", "Bytes of segments that are kept ready")
        sample("svm_segment_cache_bytes", Double(cachedBytes))
        if let recorder = health.recorder {
            family("svm_recorded_datagrams_total", "counter", "Datagrams in the recording")
            sample("svm_recorded_datagrams_total", Double(recorder.datagrams))
            family("svm_recorder_missed_total", "counter", "Datagrams that the recording could not take")
            sample("svm_recorder_missed_total", Double(recorder.missed))
        }
        if let receiver = health.receiver {
            family("svm_sockets", "gauge", "Sockets that are joined to a group")
            sample("svm_sockets", Double(receiver.sockets))
        }
    }

    private mutating func announcements(_ view: VenueView) {
        let counters = view.venue.venue.counters
        family("svm_announcements_total", "counter", "Announcements of the venue by class")
        let classes: [(String, UInt64)] = [
            ("accepted", counters.accepted), ("malformed", counters.malformed), ("invalidJson", counters.invalidJSON),
            ("versionMismatch", counters.versionMismatch), ("notAllowed", counters.notAllowed),
            ("licenseMismatch", counters.licenseMismatch),
        ]
        for (name, count) in classes { sample("svm_announcements_total", Double(count), labels: [("class", name)]) }
        let others: [(name: String, help: String, count: UInt64)] = [
            ("svm_channels_added_total", "Channels that came onto the venue's list", counters.channelsAdded),
            ("svm_channels_pruned_total", "Channels that left the venue's list", counters.channelsPruned),
            (
                "svm_listener_igmp_restarts_total", "Times that the announcements' group was joined anew",
                counters.listenerRestarts
            ),
            (
                "svm_flow_igmp_restarts_total", "Times that the silent group of an announced channel was joined anew",
                counters.flowRestarts
            ),
        ]
        for entry in others {
            family(entry.name, "counter", entry.help)
            sample(entry.name, Double(entry.count))
        }
    }

    private mutating func channels(_ view: VenueView) {
        typealias Value = (ChannelView) -> Double?
        let families: [(name: String, kind: String, help: String, value: Value)] = [
            ("svm_channel_expected_total", "counter", "Packets sent", { $0.report.rtp.map { Double($0.expected) } }),
            (
                "svm_channel_received_total", "counter", "Packets received",
                { $0.report.rtp.map { Double($0.received) } }
            ),
            (
                "svm_channel_lost_total", "counter", "Packets lost, before repair",
                { $0.report.rtp.map { Double($0.lost) } }
            ),
            (
                "svm_channel_recovered_total", "counter", "Packets rebuilt from repair packets",
                { $0.report.fec.map { Double($0.recovered) } }
            ),
            (
                "svm_channel_unrecovered_total", "counter", "Packets missing after repair",
                { $0.report.fec.map { Double($0.unrecovered) } }
            ),
            (
                "svm_channel_failed_windows_total", "counter", "Protection windows that could not be repaired",
                { $0.report.windows.map { Double($0.recoveryFailures) } }
            ),
            (
                "svm_channel_link_indicator", "gauge", "Health of the network, 0 to 10",
                { $0.report.link.map { Double($0.last) } }
            ),
            ("svm_channel_bitrate_kbps", "gauge", "Received media", { $0.report.bitrateKbps }),
            (
                "svm_ring_effective_seconds", "gauge", "Seconds of the channel that can be replayed",
                { channel in
                    guard let history = channel.snapshot.history, let oldest = history.oldest else { return 0 }
                    return history.liveEdge.map { ($0 - oldest).seconds } ?? 0
                }
            ),
        ]
        for entry in families { family(entry.name, entry.kind, entry.help, of: view, entry.value) }
    }

    /// A family with a sample for each channel that has a value; nothing when none has one.
    mutating func family(
        _ name: String, _ kind: String, _ help: String, of view: VenueView, _ value: (ChannelView) -> Double?
    ) {
        let values = view.channels.compactMap { channel in value(channel).map { (channel, $0) } }
        guard !values.isEmpty else { return }
        family(name, kind, help)
        for (channel, value) in values {
            sample(name, value, labels: [("channel", channel.id), ("name", channel.name)])
        }
    }

    mutating func family(_ name: String, _ kind: String, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
    }

    mutating func sample(_ name: String, _ value: Double, labels: [(String, String)] = []) {
        let inner = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
        let number = value == value.rounded() && value.magnitude < 1e15 ? String(Int(value)) : String(value)
        text += name + (inner.isEmpty ? "" : "{\(inner)}") + " \(number)\n"
    }

    /// A label's value: backslash, quote and line feed are escaped.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
