/// Something that happened to the network under a receiver; its description is one sentence for the log.
public enum ReceiverEvent: Equatable, Sendable {
    /// The interface was taken down.
    case interfaceDown(String)
    /// The interface is up again.
    case interfaceUp(String)
    /// The interface is gone.
    case interfaceGone(String)
    /// The interface is there again, with this index.
    case interfaceBack(String, index: UInt32)
    /// Memberships were made again.
    case rejoined(count: Int)
    /// A membership could not be made again; it is tried again every second.
    case cannotRejoin(Subscription, reason: String)
    /// A membership that could not be made again for a while is there.
    case recovered(Subscription)
}

extension ReceiverEvent: CustomStringConvertible {
    /// One sentence.
    public var description: String {
        switch self {
        case .interfaceDown(let name): "network interface \(name) is down: nothing arrives until it is up again"
        case .interfaceUp(let name): "network interface \(name) is up again"
        case .interfaceGone(let name): "network interface \(name) is gone: groups are joined again when it is back"
        case .interfaceBack(let name, let index): "network interface \(name) is back with index \(index)"
        case .rejoined(let count): "\(count) groups were joined again"
        case .cannotRejoin(let subscription, let reason):
            "cannot join \(subscription) again: \(reason); trying every second"
        case .recovered(let subscription): "joined \(subscription) again"
        }
    }
}
