import NetworkFormats
import Timing
import VenueWire

/// The channels that the venue announces, who announces them, and how its announcements fell into classes (definitions
/// C5 to C8).
///
/// Every announcement is parsed and costs the same whatever is known: records are found by key, never by looking at all.
public struct VenueDirectory: Sendable {
    /// More channels for us than this are not kept.
    public static let channelLimit = 1_024
    /// More channels that are not for us than this are not kept.
    public static let refusedLimit = 1_024
    /// More announced channels at one group, port and TSI than this are not kept.
    public static let placeLimit = 8

    /// The classes.
    public internal(set) var counters = AnnouncementCounters()
    /// What a person should know.
    public internal(set) var notes = AnnouncementNotes()
    /// What is listened to.
    public internal(set) var rules: AnnouncementRules
    /// Rises with every change of what is announced.
    public internal(set) var revision: UInt64 = 0
    var streamerTable = StreamerTable()
    /// The records by slot; a slot that is empty is used again.
    var slots: [VenueChannel?] = []
    var freeSlots: [Int] = []
    var slotsByKey: [VenueChannel.Key: Int] = [:]
    var slotsByPlace: [VenueChannel.Place: [Int]] = [:]
    var listedCount = 0
    var refusedCount = 0
    var nextNumber: UInt64 = 0
    /// No channel is pruned before this.
    var nextExpiry = StreamTime(nanoseconds: .max)
    /// No announced flow is silent too long before this.
    var nextFlowLook = StreamTime(nanoseconds: .max)
    var listener = SilenceRule()
    var log = ListLog()
    /// When the newest announcement of our venue is no longer fresh; nil before the first.
    var insideUntil: StreamTime?
    var expectedPeriodMs: Int
    /// Where the channel is that the newest announcement is about; nil when it could not be read.
    var newestPlace: VenueChannel.Place?

    /// An empty directory.
    public init(rules: AnnouncementRules = AnnouncementRules()) {
        self.rules = rules
        expectedPeriodMs = rules.periodMs
    }

    /// The Streamers that were heard, in the order of their first announcements.
    public var streamers: [StreamerRecord] { streamerTable.records }

    /// What is announced now, in the order of first announcements, channels that are not for us included.
    public var channels: [VenueChannel] { slots.compactMap(\.self).sorted { $0.number < $1.number } }

    /// Ticks before this instant change nothing, as long as nothing is received.
    var nextDue: StreamTime {
        min(nextExpiry, nextFlowLook, listener.due ?? StreamTime(nanoseconds: .max))
    }

    /// The record that `key` tells; nil when it is not announced.
    public func channel(_ key: VenueChannel.Key) -> VenueChannel? { slotsByKey[key].flatMap { slots[$0] } }

    /// Whether anything is announced at `place`.
    func hasRecord(at place: VenueChannel.Place) -> Bool { slotsByPlace[place] != nil }

    /// The record that means what `source` sends to `place`; nil when none does.
    func record(at place: VenueChannel.Place, from source: IPAddress) -> VenueChannel? {
        guard let slots = slotsByPlace[place] else { return nil }
        var best: VenueChannel?
        for slot in slots {
            guard let record = self.slots[slot], record.means(source) else { continue }
            if best.map({ record.precedes($0) }) ?? true { best = record }
        }
        return best
    }
}
