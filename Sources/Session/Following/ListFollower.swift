import Channels
import NetworkFormats
import Timing
import VenueRuntime
import VenueWire

/// Follows the venue's list change by change, so that nothing that came and went in between is missed.
struct ListFollower: Sendable {
    /// The list after the changes of one moment.
    struct Step: Sendable {
        /// When.
        var time: StreamTime
        /// What came onto the list.
        var added: [ListedChannel] = []
        /// What left it, as it was last.
        var removed: [ListedChannel] = []
        /// The lists that are not what they were, by kind.
        var lists: [(kind: ChannelKind, list: [ListedChannel])] = []
        /// Whether anything is on a list.
        var hasChannels = false
    }

    private struct Entry {
        /// Its place in the order of first announcements.
        var number: UInt64
        var channel: ListedChannel
    }

    /// The number of the newest change that was followed; nil before the list was looked at.
    private(set) var followed: UInt64?
    private var entries: [Entry] = []

    /// Whether anything is on a list.
    var hasChannels: Bool { !entries.isEmpty }

    /// The channels of a kind, in the order of their first announcements.
    func channels(_ kind: ChannelKind) -> [ListedChannel] {
        entries.filter { $0.channel.kind == kind }.map(\.channel)
    }

    /// Takes what is announced now; one step for each moment at which anything changed.
    mutating func take(_ venue: AnnouncedVenue) -> [Step] {
        followed = venue.changeCount
        guard let changes = venue.changes else {
            return [replaceAll(by: venue.list, at: venue.now ?? StreamTime(nanoseconds: 0))].filter {
                !$0.lists.isEmpty
            }
        }
        var steps: [Step] = []
        var rest = changes[...]
        while let moment = rest.first?.moment {
            let together = rest.prefix { $0.moment == moment }
            rest = rest.dropFirst(together.count)
            var step = Step(time: moment.time)
            var touched: Set<ChannelKind> = []
            for change in together where take(change, into: &step) { touched.insert(change.channel.key.kind) }
            finish(&step, touched)
            if !step.lists.isEmpty { steps.append(step) }
        }
        return steps
    }

    /// Takes a change; whether the list is not what it was.
    private mutating func take(_ change: ListChange, into step: inout Step) -> Bool {
        let channel = ListedChannel(change.channel)
        switch change.kind {
        case .added:
            let place = entries.firstIndex { $0.number > change.channel.number } ?? entries.count
            entries.insert(Entry(number: change.channel.number, channel: channel), at: place)
            step.added.append(channel)
        case .changed:
            guard let place = entries.firstIndex(where: { $0.channel.key == channel.key }),
                entries[place].channel != channel
            else { return false }
            entries[place].channel = channel
        case .removed:
            entries.removeAll { $0.channel.key == channel.key }
            step.removed.append(channel)
        }
        return true
    }

    /// Takes the whole list when the changes are not known one by one.
    private mutating func replaceAll(by list: [VenueChannel], at time: StreamTime) -> Step {
        let before = entries
        entries = list.map { Entry(number: $0.number, channel: ListedChannel($0)) }
        let (old, new) = (Set(before.map(\.number)), Set(entries.map(\.number)))
        var step = Step(time: time)
        step.removed = before.filter { !new.contains($0.number) }.map(\.channel)
        step.added = entries.filter { !old.contains($0.number) }.map(\.channel)
        let touched = Self.kinds.filter { kind in
            (step.added + step.removed).contains { $0.kind == kind }
                || channels(kind) != before.filter { $0.channel.kind == kind }.map(\.channel)
        }
        finish(&step, Set(touched))
        return step
    }

    private static let kinds: [ChannelKind] = [.video, .data, .file]

    private func finish(_ step: inout Step, _ touched: Set<ChannelKind>) {
        step.hasChannels = hasChannels
        step.lists = Self.kinds.filter { touched.contains($0) }.map { ($0, channels($0)) }
    }
}
