import Clips
import History
import Protection
import Quality
import Timing

/// How a clip fared on the way, second by second of stream time; the sums are those of the clip's headers.
struct QualityTimeline: Sendable {
    /// One second.
    struct Second: Sendable {
        /// When it begins, a whole second of stream time.
        var start: StreamTime
        /// The link indicator sampled at its beginning; nil when it was not sampled yet.
        var indicator: Int?
        /// Packets of the clip that arrived in it, in time for their windows.
        var received = 0
        /// Packets of the clip that did not, told when they were rebuilt or given up.
        var lost = 0
        /// Those of them that were rebuilt.
        var recovered = 0
        /// Windows of the clip that began in it, those in no class among them.
        var windows: [KeptWindow] = []
    }

    private static let second = LinkIndicator.interval
    /// Seconds that are told at most: a day, as long as a clip can be.
    private static let limit: Int64 = 86_400 + 120

    /// The seconds, in order, none left out.
    private(set) var seconds: [Second] = []
    /// The indicator's value at the beginning and its changes from there on.
    private(set) var changes: [LinkIndicator.Change] = []
    /// The lowest and the mean of the samples; nil without any.
    private(set) var minimum: Int?
    private(set) var mean: Double?
    /// The last sample.
    private(set) var last: Int?

    /// The time line of a clip that was cut out of `history`, over the seconds in which it is shown or its packets came.
    init(of clip: ClipFacts, in history: HistorySnapshot, link: LinkIndicator) {
        let windows = history.windows.filter { window in clip.stretches.contains { $0.reaches(window) } }
        let packets = clip.stretches.flatMap { history.media.packets(of: $0) }
        let times = packets.map(\.time) + windows.map(\.record.opened) + [clip.start, clip.start + clip.duration]
        guard let first = times.min()?.roundedDown(to: Self.second), let end = times.max(),
            (end - first).seconds < Double(Self.limit)
        else { return }
        let length = Int((end - first).nanoseconds / Self.second.nanoseconds) + 1
        seconds = (0..<length).map { Second(start: first + Self.second * Int64($0)) }
        for packet in packets { count(packet, from: first) }
        for window in windows { seconds[index(of: window.record.opened, first)].windows.append(window) }
        sample(link)
    }

    private func index(of time: StreamTime, _ first: StreamTime) -> Int {
        min(seconds.count - 1, max(0, Int((time - first).nanoseconds / Self.second.nanoseconds)))
    }

    private mutating func count(_ packet: KeptPacket, from first: StreamTime) {
        let place = self.index(of: packet.time, first)
        switch packet.kind {
        case .received: seconds[place].received += 1
        case .recovered:
            seconds[place].lost += 1
            seconds[place].recovered += 1
        case .lost: seconds[place].lost += Int(max(1, packet.count))
        }
    }

    private mutating func sample(_ link: LinkIndicator) {
        guard let first = seconds.first?.start, let end = seconds.last?.start else { return }
        let samples = link.samples(after: first - Self.second, through: end)
        for sample in samples {
            seconds[index(of: sample.time, first)].indicator = sample.value
            if changes.last?.value != sample.value {
                changes.append(LinkIndicator.Change(time: sample.time, value: sample.value))
            }
        }
        minimum = samples.map(\.value).min()
        last = samples.last?.value
        if !samples.isEmpty { mean = Double(samples.map(\.value).reduce(0, +)) / Double(samples.count) }
    }
}
