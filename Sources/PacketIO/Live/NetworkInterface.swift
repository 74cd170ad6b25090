import CSockets
import Glibc
import NetworkFormats

/// A network interface by name: it may go down, disappear, and come back with another index.
struct NetworkInterface: Hashable, Sendable {
    let name: String
    /// Its index, or the last one when it is gone.
    private(set) var index: UInt32
    private(set) var isUp: Bool
    private(set) var isThere = true

    /// The interface `name`.
    init(named name: String) throws(ReceiverFailure) {
        guard case .there(let index, let isUp) = Self.state(of: name) else { throw .noSuchInterface(name) }
        self.name = name
        self.index = index
        self.isUp = isUp
    }

    /// The interface through which the system reaches `group`.
    init(to group: IPAddress) throws(ReceiverFailure) {
        var name = [CChar](repeating: 0, count: Int(CSOCKETS_NAME))
        var told = group.told()
        guard csockets_route(&told, &name) == 0 else { throw .noRoute(group: group) }
        try self.init(
            named: String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    /// What a look at the interface told.
    struct Change {
        var events: [ReceiverEvent] = []
        /// Whether memberships must be made again.
        var needsRejoin = false
    }

    /// Looks at the interface again.
    mutating func look() -> Change {
        var change = Change()
        switch Self.state(of: name) {
        case .unknown: break
        case .gone:
            if isThere { change.events.append(.interfaceGone(name)) }
            isThere = false
        case .there(let nowIndex, let isNowUp):
            if !isThere || nowIndex != index {
                if isThere { change.events.append(.interfaceGone(name)) }
                change.events.append(.interfaceBack(name, index: nowIndex))
                change.needsRejoin = true
                // One that is new is taken to be up until it says otherwise.
                isUp = true
            }
            isThere = true
            index = nowIndex
            if isNowUp != isUp {
                change.events.append(isNowUp ? .interfaceUp(name) : .interfaceDown(name))
                change.needsRejoin = change.needsRejoin || isNowUp
            }
            isUp = isNowUp
        }
        return change
    }

    private enum State {
        case there(index: UInt32, isUp: Bool)
        case gone
        /// The system does not say, perhaps because too many files are open.
        case unknown
    }

    private static func state(of name: String) -> State {
        var index: UInt32 = 0
        var isUp: Int32 = 0
        switch csockets_interface(name, &index, &isUp) {
        case 0: return .there(index: index, isUp: isUp != 0)
        case -ENODEV, -ENXIO: return .gone
        default: return .unknown
        }
    }
}
