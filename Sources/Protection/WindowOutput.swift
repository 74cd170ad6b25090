/// What a flow has to tell after a call: its owner reads it, clears it and lends it again, so nothing is allocated anew.
public struct WindowOutput: Sendable {
    /// Windows that were closed, in the order of closing.
    public var closed: [WindowRecord] = []
    /// Packets and gaps that became final, in sequence order.
    public var released: [Release] = []
    /// What was noteworthy.
    public var notes: [ProtectionNote] = []

    /// Holds nothing.
    public init() {}

    /// Forgets everything and keeps the room.
    public mutating func clear() {
        if !closed.isEmpty { closed.removeAll(keepingCapacity: true) }
        if !released.isEmpty { released.removeAll(keepingCapacity: true) }
        if !notes.isEmpty { notes.removeAll(keepingCapacity: true) }
    }
}
