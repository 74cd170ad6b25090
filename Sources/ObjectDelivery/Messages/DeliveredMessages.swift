/// The messages that were complete last, by which repetitions are told (definitions C9).
struct DeliveredMessages: Sendable {
    /// What tells one message from another.
    struct Key: Hashable, Sendable {
        /// The sender's place among the channel's senders.
        var sender: Int
        /// The TOI.
        var object: UInt32
        /// The CRC-32 of what the message says.
        var checksum: UInt32
    }

    private let limit: Int
    /// The least recently met first.
    private var keys: [Key] = []

    /// Remembers up to `limit` messages.
    init(limit: Int) { self.limit = max(1, limit) }

    /// Notes that a message is complete; false when it was before.
    mutating func note(_ key: Key) -> Bool {
        if let place = keys.lastIndex(of: key) {
            keys.remove(at: place)
            keys.append(key)
            return false
        }
        if keys.count == limit { keys.removeFirst() }
        keys.append(key)
        return true
    }

    /// Whether any message `object` of `sender` is remembered.
    func contains(sender: Int, object: UInt32) -> Bool {
        keys.contains { $0.object == object && $0.sender == sender }
    }

    /// Forgets all of them.
    mutating func removeAll() { keys.removeAll(keepingCapacity: true) }
}
