import Channels
import Evidence
import History
import NetworkFormats
import Timing

/// The channels that one thread owns.
///
/// A channel at rest (nothing open, its sender gone) is passed over by ticks, so that the cost of a silence does not grow
/// with the number of channels that were ever seen.
struct ChannelGroup {
    /// The most findings of the classifier that are kept.
    static let findingLimit = 10_000
    private static let awake: Int64 = -1

    private var engines: [ChannelEngine] = []
    private var active: [Int32] = []
    private var restingSince: [Int64] = []
    private var secondsRun: Int64 = 0
    private var parameters: VenueParameters
    private var memory: HistoryMemory?
    private let pool = SlabPool()
    private(set) var findings: [ClassifierFinding] = []

    init(parameters: VenueParameters) {
        self.parameters = parameters
        if parameters.history.depth > .zero, let limit = parameters.historyMemory {
            memory = HistoryMemory(limit: limit, channelCap: parameters.history.byteCap)
        }
    }

    /// Whether ticks change nothing but the count of seconds until a channel is opened or woken.
    var isAtRest: Bool { active.isEmpty }

    /// Whole seconds of ticks are passed over while everything is at rest.
    mutating func rest(seconds: Int64) { secondsRun += seconds }

    var count: Int { engines.count }

    /// When the newest media datagram of every group and port with a channel came.
    var lastArrivals: [Endpoint: StreamTime] {
        Dictionary(
            engines.compactMap { engine in engine.lastArrival.map { (engine.destination, $0) } }, uniquingKeysWith: max)
    }

    /// Keeps `depth` of every channel from now on, and of those still to come.
    mutating func keepHistory(of depth: StreamDuration) {
        guard parameters.history.depth > .zero, depth > .zero else { return }
        parameters.history.depth = depth
        for engine in engines { engine.keepHistory(of: depth) }
    }

    var snapshots: [ChannelSnapshot] { engines.map(\.snapshot) }

    func engine(_ channel: Int32) -> ChannelEngine { engines[Int(channel)] }

    mutating func open(_ identity: ChannelIdentity, into sink: inout some ChannelSink) {
        let engine = ChannelEngine(identity, parameters: parameters, pool: pool)
        if let level = memory?.level { engine.limitHistory(to: level) }
        engines.append(engine)
        active.append(identity.index)
        restingSince.append(Self.awake)
        sink.opened(identity)
    }

    mutating func add(_ finding: ClassifierFinding) {
        if findings.count < Self.findingLimit { findings.append(finding) }
    }

    /// A datagram of `channel` arrives: ticks concern it again.
    mutating func wake(_ channel: Int32) {
        if restingSince[Int(channel)] != Self.awake { rouse(channel) }
    }

    private mutating func rouse(_ channel: Int32) {
        engines[Int(channel)].rested(seconds: secondsRun - restingSince[Int(channel)])
        restingSince[Int(channel)] = Self.awake
        active.insert(channel, at: active.firstIndex { $0 > channel } ?? active.count)
    }

    mutating func tick(at moment: Moment, into sink: inout some ChannelSink) {
        let isWholeSecond = moment.time.nanoseconds % 1_000_000_000 == 0
        for channel in active {
            engines[Int(channel)].tick(at: moment, isWholeSecond: isWholeSecond, into: &sink)
        }
        guard isWholeSecond else { return }
        secondsRun += 1
        shareMemory()
        active.removeAll { channel in
            guard engines[Int(channel)].isQuiet(at: moment.time) else { return false }
            restingSince[Int(channel)] = secondsRun
            return true
        }
    }

    /// Keeps what the histories hold together under the venue's limit, by what each holds at a whole second.
    private mutating func shareMemory() {
        guard memory != nil else { return }
        let level = memory?.level(
            for: engines.map { HistoryMemory.Use(bytes: $0.heldBytes, isCapped: $0.takeCapped()) })
        for engine in engines { engine.limitHistory(to: level ?? parameters.history.byteCap) }
    }

    /// A packet of a data or file channel.
    mutating func object(
        _ channel: Int32, _ header: DatagramHeader, _ datagram: RawSpan, into sink: inout some ChannelSink
    ) {}

    mutating func finish(at moment: Moment, into sink: inout some ChannelSink) {
        for channel in engines.indices {
            wake(Int32(channel))
            engines[channel].finish(at: moment, into: &sink)
        }
    }
}
