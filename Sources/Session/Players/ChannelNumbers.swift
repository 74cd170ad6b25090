import Pipeline
import Protection
import Quality
import TransportStream

/// What a channel counted since its first packet, under the guide's keys (definitions D11): exactly what reports say of it.
struct ChannelNumbers: Sendable {
    /// Bytes of a transport packet as it is handed to the player.
    private static let packetBytes = 188

    /// The counters.
    private(set) var counters: [StatKey: Int] = [:]
    /// The link indicator's last sample.
    private(set) var indicator = 0

    /// A channel of which nothing came.
    init() {}

    init(_ channel: ChannelSnapshot) {
        let windows = channel.windows
        counters = [
            .protectionWindows: windows.protectionWindows, .windowNoLoss: windows.noLoss,
            .windowRecoverySuccesses: windows.recoverySuccesses, .windowRecoveryFailures: windows.recoveryFailures,
            .windowError: windows.error, .windowWarning: windows.warning,
            .droppedVideoFrames: channel.transport?.video?.droppedFrames ?? 0,
            .discontinuities: channel.transport?.discontinuities ?? 0,
            .bytesWritten: (channel.transport?.packets ?? 0) * Self.packetBytes,
        ]
        indicator = channel.link.value
    }

    /// Writes what was counted since `start` into `statistics`.
    func write(into statistics: inout SessionStatistics, since start: Self) {
        for (key, count) in counters { statistics[key] = count - (start.counters[key] ?? 0) }
        statistics[.linkIndicator] = indicator
    }
}
