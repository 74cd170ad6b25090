/// What an object channel has to tell after a call: its owner reads it, clears it and lends it again.
public struct ObjectOutput: Sendable {
    /// What happened, in order.
    public var events: [ObjectEvent] = []
    /// The bytes that the events' ranges are of.
    public var bytes: [UInt8] = []

    /// Holds nothing.
    public init() {}

    /// Forgets everything and keeps the room.
    public mutating func clear() {
        if !events.isEmpty { events.removeAll(keepingCapacity: true) }
        if !bytes.isEmpty { bytes.removeAll(keepingCapacity: true) }
    }
}
