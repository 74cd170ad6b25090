import ObjectDelivery
import Quality
import VenueRuntime
import VenueWire

/// What was told so far: what somebody who comes later has to know first.
struct ToldState: Sendable {
    /// The lists by kind.
    var lists: [ChannelKind: [ListedChannel]] = [:]
    /// Whether the service is up.
    var service = ServiceState(reasons: .sdkNotRunning)
    /// Whether the device is inside the venue.
    var isInside = false
    /// The files that were told, by channel; of more than ``fileLimit`` only the newest.
    var files: [ListedChannel.Key: Set<FileKey>] = [:]

    /// Files that are remembered of one channel.
    static let fileLimit = 10_000

    mutating func note(_ event: SessionEvent) {
        switch event {
        case .channelList(let kind, let list):
            lists[kind] = list
            guard kind == .file else { return }
            let kept = Set(list.map(\.key))
            files = files.filter { kept.contains($0.key) }
        case .serviceState(let state): service = state
        case .venueConnection(let isInside): self.isInside = isInside
        case .file(let channel, let file):
            if files[channel.key, default: []].count >= Self.fileLimit { files[channel.key] = nil }
            files[channel.key, default: []].insert(file.record.key)
        case .data, .player: break
        }
    }

    /// The events that bring somebody here: lists that are not empty, the service and the venue.
    var events: [SessionEvent] {
        let kinds: [ChannelKind] = [.video, .data, .file]
        return kinds.compactMap { kind in lists[kind].flatMap { $0.isEmpty ? nil : .channelList(kind, $0) } }
            + [.serviceState(service), .venueConnection(isInside)]
    }
}
