import Timing

/// Names an object among a channel's.
struct ObjectKey: Hashable, Sendable {
    /// The sender's place among the channel's senders.
    var sender: Int
    /// The TOI.
    var object: UInt64
}

/// An object that no table has named yet, with the packets that came of it.
struct UnlistedObject: Sendable {
    /// Which object.
    let key: ObjectKey
    /// Its packets.
    var packets = WaitingPackets()
    /// When the first of them came.
    let first: StreamTime
}
