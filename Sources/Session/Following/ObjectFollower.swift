import Channels
import ObjectDelivery
import Pipeline
import Timing
import VenueRuntime
import VenueWire

/// Follows the messages and files of the channels on the lists: each message once and in order, each file once it is whole.
struct ObjectFollower: Sendable {
    private struct Heard {
        var channel: ListedChannel
        /// When it came onto the list; messages before that are none of ours.
        var since: StreamTime
        /// The last message that was told or passed over.
        var message: UInt64 = 0
        /// The files that were told and are in the table still.
        var files: Set<FileKey> = []
        /// Files of the store that were ready when this channel's were looked at last; nil before that.
        var ready: UInt64?
    }

    private var heard: [ListedChannel.Key: Heard] = [:]
    private var order: [ListedChannel.Key] = []

    /// Takes a step of the lists; tells what channels said before they left.
    mutating func take(_ step: ListFollower.Step, _ venue: LiveVenue, _ tell: (SessionEvent) -> Void) {
        for channel in step.removed where channel.kind != .video {
            tellMessages(of: channel.key, venue, through: step.time, tell)
            heard[channel.key] = nil
            order.removeAll { $0 == channel.key }
        }
        for channel in step.added where channel.kind != .video {
            if heard[channel.key] == nil { order.append(channel.key) }
            heard[channel.key] = Heard(channel: channel, since: step.time)
        }
        for (kind, list) in step.lists where kind != .video {
            for channel in list { heard[channel.key]?.channel = channel }
        }
    }

    /// Tells what is new of every channel, up to `now`.
    mutating func follow(_ venue: LiveVenue, through now: StreamTime, _ tell: (SessionEvent) -> Void) {
        for key in order {
            if key.kind == .data {
                tellMessages(of: key, venue, through: now, tell)
            } else {
                tellFiles(of: key, venue, tell)
            }
        }
    }

    private mutating func tellMessages(
        of key: ListedChannel.Key, _ venue: LiveVenue, through end: StreamTime, _ tell: (SessionEvent) -> Void
    ) {
        guard key.kind == .data, var entry = heard[key], let index = venue.channel(of: key),
            let messages = venue.messages(of: index), messages.lastNumber > entry.message
        else { return }
        for message in messages.after(entry.message) {
            guard message.message.time <= end else { break }
            entry.message = message.number
            if message.message.time >= entry.since { tell(.data(entry.channel, message)) }
        }
        heard[key] = entry
    }

    private mutating func tellFiles(of key: ListedChannel.Key, _ venue: LiveVenue, _ tell: (SessionEvent) -> Void) {
        guard let store = venue.files, var entry = heard[key], let index = venue.channel(of: key) else { return }
        // Asked first: what becomes ready while the table is looked at is looked at again.
        let ready = store.facts.ready
        guard ready != entry.ready else { return }
        entry.ready = ready
        let rows = store.files(of: index)
        for row in rows where row.isReady && !entry.files.contains(row.record.key) { tell(.file(entry.channel, row)) }
        entry.files = Set(rows.filter(\.isReady).map(\.record.key))
        heard[key] = entry
    }
}
