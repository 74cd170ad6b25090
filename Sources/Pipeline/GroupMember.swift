import NetworkFormats
import Timing

/// What runs a channel: media or objects; both kinds stand under the one index.
enum GroupMember {
    case media(ChannelEngine)
    case objects(ObjectEngine)

    /// The twelve digits of the channel.
    var id: String {
        switch self {
        case .media(let engine): engine.id
        case .objects(let engine): engine.id
        }
    }

    var snapshot: ChannelSnapshot {
        switch self {
        case .media(let engine): engine.snapshot
        case .objects(let engine): engine.snapshot
        }
    }

    /// When the newest datagram came; nil before the first.
    var arrivalTime: StreamTime? {
        switch self {
        case .media(let engine): engine.lastArrival
        case .objects(let engine): engine.lastArrival
        }
    }

    func keepHistory(of depth: StreamDuration) {
        switch self {
        case .media(let engine): engine.keepHistory(of: depth)
        case .objects(let engine): engine.keepHistory(of: depth)
        }
    }

    func isQuiet(at time: StreamTime) -> Bool {
        switch self {
        case .media(let engine): engine.isQuiet(at: time)
        case .objects(let engine): engine.isQuiet(at: time)
        }
    }

    func tick(at moment: Moment, isWholeSecond: Bool, into sink: inout some ChannelSink) {
        switch self {
        case .media(let engine): engine.tick(at: moment, isWholeSecond: isWholeSecond, into: &sink)
        case .objects(let engine): engine.tick(at: moment, into: &sink)
        }
    }

    func finish(at moment: Moment, into sink: inout some ChannelSink) {
        switch self {
        case .media(let engine): engine.finish(at: moment, into: &sink)
        case .objects(let engine): engine.finish(at: moment, into: &sink)
        }
    }

    /// What the history holds; messages have a limit of their own.
    var memoryUse: HistoryMemory.Use {
        switch self {
        case .media(let engine): HistoryMemory.Use(bytes: engine.heldBytes, isCapped: engine.takeCapped())
        case .objects: HistoryMemory.Use(bytes: 0, isCapped: false)
        }
    }

    func limitHistory(to bytes: Int) {
        if case .media(let engine) = self { engine.limitHistory(to: bytes) }
    }
}
