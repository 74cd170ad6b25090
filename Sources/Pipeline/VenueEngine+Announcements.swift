public import Channels
public import NetworkFormats
import Timing

extension VenueEngine {
    /// Groups that wait to be joined anew; nobody asks for them when a capture is read.
    static var restartLimit: Int { 64 }

    /// What the venue announces.
    public var venue: VenueDirectory { front.classifier.venue }

    /// The groups that a listener is to leave and join anew because they are silent (SDK semantics 3.7), each once.
    public mutating func takeRestarts() -> [IPAddress] {
        defer { restarts.removeAll() }
        return restarts
    }

    /// Judges what is announced by other rules from now on.
    public mutating func set(_ rules: AnnouncementRules) {
        front.classifier.set(rules, at: front.moment, into: &front.events)
        applyEvents()
    }

    /// Tells which groups are silent too long at a tick.
    mutating func collectRestarts(at tick: StreamTime) {
        let isWholeSecond = tick.nanoseconds % 1_000_000_000 == 0
        let group = group
        let groups = front.classifier.restarts(at: tick, isWholeSecond: isWholeSecond) {
            group.arrivalTime(of: $0)
        }
        for address in groups where restarts.count < Self.restartLimit && !restarts.contains(address) {
            restarts.append(address)
        }
    }
}
