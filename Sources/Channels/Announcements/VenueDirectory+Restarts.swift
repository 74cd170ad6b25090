import NetworkFormats
import Timing
import VenueWire

extension VenueDirectory {
    /// The pauses between restarts of a silent listener behind the first one, in seconds.
    private static let listenerPauses: [Int64] = [10, 20, 40, 60]
    /// The same for an announced flow.
    private static let flowPauses: [Int64] = [5, 10, 20, 40, 60]
    /// How long an announced flow may be silent.
    private static let flowPatience = StreamDuration(seconds: 2)

    /// Begins to wait for the flow of a channel on the list.
    mutating func watchFlow(of record: inout VenueChannel, from time: StreamTime) {
        guard record.announcement.channel.kind == .video else { return }
        record.watch.heard(at: time, patience: Self.flowPatience)
        if let due = record.watch.due { nextFlowLook = min(nextFlowLook, due) }
    }

    /// The announcements' group, when it is to be joined anew at `time`.
    mutating func listenerRestart(at time: StreamTime) -> IPAddress? {
        guard listener.fires(at: time, pauses: Self.listenerPauses) else { return nil }
        counters.listenerRestarts &+= 1
        return rules.endpoint.address
    }

    /// The groups of announced video channels that are to be joined anew at `time`, a whole second; `lastArrival` tells
    /// when the newest datagram of a channel came.
    mutating func flowRestarts(
        at time: StreamTime, lastArrival: (VenueChannel) -> StreamTime?
    ) -> [IPAddress] {
        guard time >= nextFlowLook else { return [] }
        nextFlowLook = StreamTime(nanoseconds: .max)
        var groups: [(number: UInt64, group: IPAddress)] = []
        for slot in slots.indices {
            guard var record = slots[slot], record.isListed, record.announcement.channel.kind == .video else {
                continue
            }
            if let last = lastArrival(record), time - last < Self.flowPatience {
                record.watch.heard(at: last, patience: Self.flowPatience)
            } else if record.watch.fires(at: time, pauses: Self.flowPauses) {
                counters.flowRestarts &+= 1
                groups.append((record.number, record.announcement.channel.destination.address))
            }
            slots[slot] = record
            if let due = record.watch.due { nextFlowLook = min(nextFlowLook, due) }
        }
        return groups.sorted { $0.number < $1.number }.map(\.group)
    }
}
