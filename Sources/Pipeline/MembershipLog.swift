public import NetworkFormats
public import Timing

/// The membership messages seen on the wire, and how long after a join the group's first datagram came.
public struct MembershipLog: Sendable {
    /// One message.
    public struct Entry: Hashable, Sendable {
        /// What was said.
        public var report: MembershipReport
        /// From a join to the group's first datagram after it; nil when none came, and for anything but a join.
        public var firstDatagram: StreamDuration?
    }

    /// The most messages that are kept one by one.
    public static let limit = 10_000
    /// The most joins that wait for their group's first datagram.
    static let waitingLimit = 256

    /// The messages in order.
    public private(set) var entries: [Entry] = []
    /// Messages beyond the limit.
    public private(set) var uncounted = 0
    private var waiting: [Int] = []

    /// An empty log.
    public init() {}

    mutating func observe(_ report: MembershipReport) {
        guard entries.count < Self.limit else {
            uncounted += 1
            return
        }
        if report.event == .join, waiting.count < Self.waitingLimit { waiting.append(entries.count) }
        entries.append(Entry(report: report, firstDatagram: nil))
    }

    mutating func arrived(_ header: DatagramHeader) {
        if waiting.isEmpty { return }
        waiting.removeAll { index in
            guard entries[index].report.group == header.destination.address else { return false }
            entries[index].firstDatagram = header.time - entries[index].report.time
            return true
        }
    }
}
