public import NetworkFormats

/// A change of the list of the channels that are for us.
public struct ListChange: Hashable, Sendable {
    /// What happened to the channel.
    public enum Kind: Hashable, Sendable {
        /// It came onto the list.
        case added
        /// What its announcement says changed.
        case changed
        /// It left the list.
        case removed
    }

    /// Counts the changes, from 1.
    public var number: UInt64
    /// What happened.
    public var kind: Kind
    /// The channel as it is now; as it was last when it left.
    public var channel: VenueChannel
    /// When; changes of one moment belong together.
    public var moment: Moment
}

/// The newest changes of the list, for whoever follows it without missing what came and went in between.
struct ListLog: Sendable {
    /// Changes that are kept at least, when there were so many; at most twice as many are.
    static let limit = 512

    private(set) var entries: [ListChange] = []
    /// The number of the newest change; 0 before the first.
    private(set) var count: UInt64 = 0

    mutating func append(_ kind: ListChange.Kind, _ channel: VenueChannel, at moment: Moment) {
        count += 1
        if entries.count >= 2 * Self.limit { entries.removeFirst(entries.count - Self.limit) }
        entries.append(ListChange(number: count, kind: kind, channel: channel, moment: moment))
    }

    /// The changes behind `number`, oldest first; nil when some of them are no longer kept.
    func after(_ number: UInt64) -> ArraySlice<ListChange>? {
        guard number < count else { return number == count ? [] : nil }
        let missing = count - number
        return missing <= UInt64(entries.count) ? entries.suffix(Int(missing)) : nil
    }
}
