import Channels
import Evidence
import History
import NetworkFormats
import ObjectDelivery
import Timing

/// The channels that one thread owns.
///
/// A channel at rest (nothing open, its sender gone) is passed over by ticks, so that the cost of a silence does not grow
/// with the number of channels that were ever seen.
struct ChannelGroup {
    /// The most findings of the classifier that are kept.
    static let findingLimit = 10_000
    /// Data and file channels whose limits are whole.
    static let amplyHolding = 8
    private static let awake: Int64 = -1

    private var engines: [GroupMember] = []
    private var active: [Int32] = []
    private var restingSince: [Int64] = []
    private var secondsRun: Int64 = 0
    private var parameters: VenueParameters
    private var memory: HistoryMemory?
    private var objectChannels = 0
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

    /// When the newest media datagram of every group and port with a channel came; `destination` tells where a channel is.
    func lastArrivals(at destination: (Int32) -> Endpoint) -> [Endpoint: StreamTime] {
        Dictionary(
            engines.enumerated().compactMap { index, member in
                member.arrivalTime.map { (destination(Int32(index)), $0) }
            }, uniquingKeysWith: max)
    }

    /// Keeps `depth` of every channel from now on, and of those still to come.
    mutating func keepHistory(of depth: StreamDuration) {
        guard parameters.history.depth > .zero, depth > .zero else { return }
        parameters.history.depth = depth
        for engine in engines { engine.keepHistory(of: depth) }
    }

    var snapshots: [ChannelSnapshot] { engines.map(\.snapshot) }

    func snapshot(of channel: Int32) -> ChannelSnapshot { engines[Int(channel)].snapshot }

    /// The index of the channel with these twelve digits; nil when there is none.
    func index(of id: String) -> Int32? { engines.firstIndex { $0.id == id }.map { Int32($0) } }

    /// The engine of a channel with media; nil for data and file channels.
    func engine(_ channel: Int32) -> ChannelEngine? {
        guard case .media(let engine) = engines[Int(channel)] else { return nil }
        return engine
    }

    /// The engine of a data or file channel; nil for others.
    func objects(_ channel: Int32) -> ObjectEngine? {
        guard case .objects(let engine) = engines[Int(channel)] else { return nil }
        return engine
    }

    /// When a channel's newest media datagram came; nil before the first.
    func arrivalTime(of channel: Int32) -> StreamTime? { engines[Int(channel)].arrivalTime }

    mutating func open(_ identity: ChannelIdentity, into sink: inout some ChannelSink) {
        if identity.carriage.isObjects {
            engines.append(.objects(ObjectEngine(identity, parameters: objectParameters)))
            objectChannels += 1
        } else {
            let engine = ChannelEngine(identity, parameters: parameters, pool: pool)
            if let level = memory?.level { engine.limitHistory(to: level) }
            engines.append(.media(engine))
        }
        active.append(identity.index)
        restingSince.append(Self.awake)
        sink.opened(identity)
    }

    /// The first data and file channels may hold what their limits say, further ones an eighth of it: a venue has a handful,
    /// and strangers can open many.
    private var objectParameters: VenueParameters {
        guard objectChannels >= Self.amplyHolding else { return parameters }
        var parameters = parameters
        parameters.objects.markBytes /= 8
        parameters.objects.symbolBytes /= 8
        parameters.objects.waitingBytes /= 8
        parameters.objects.partialBytes /= 8
        return parameters
    }

    mutating func add(_ finding: ClassifierFinding) {
        if findings.count < Self.findingLimit { findings.append(finding) }
    }

    /// A datagram of `channel` arrives: ticks concern it again.
    mutating func wake(_ channel: Int32) {
        if restingSince[Int(channel)] != Self.awake { rouse(channel) }
    }

    private mutating func rouse(_ channel: Int32) {
        engine(channel)?.rested(seconds: secondsRun - restingSince[Int(channel)])
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
        let level = memory?.level(for: engines.map(\.memoryUse))
        for engine in engines { engine.limitHistory(to: level ?? parameters.history.byteCap) }
    }

    mutating func finish(at moment: Moment, into sink: inout some ChannelSink) {
        for channel in engines.indices {
            wake(Int32(channel))
            engines[channel].finish(at: moment, into: &sink)
        }
    }
}
