public import ObjectDelivery

extension VenueEngine {
    /// The newest messages of a data channel, at the cost of a reference; nil when the channel carries no objects.
    public func messages(of channel: Int32) -> KeptMessages? { objects(channel)?.messages }

    /// The distribution table of a file channel; nil when the channel carries no objects.
    public func files(of channel: Int32) -> [FileRecord]? { objects(channel)?.files }

    /// The sender of a channel began anew, as its announcement says: its windows do, and its numbers may repeat old ones.
    mutating func beginSession(of channel: Int32) {
        guard channel >= 0, Int(channel) < group.count else { return }
        group.newSession(channel, at: front.moment, into: &output)
    }

    private func objects(_ channel: Int32) -> ObjectEngine? {
        guard channel >= 0, Int(channel) < group.count else { return nil }
        return group.objects(channel)
    }
}
