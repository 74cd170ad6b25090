/// The events of one turn in order; one buffer is used again and again, so that a turn allocates nothing.
public struct ClassifierOutput: Sendable {
    /// What happened, to be taken before the current datagram.
    public internal(set) var events: [ClassifierEvent] = []

    /// An empty output.
    public init() {}

    /// Forgets the events and keeps the room for new ones.
    public mutating func removeAll() { events.removeAll(keepingCapacity: true) }
}
