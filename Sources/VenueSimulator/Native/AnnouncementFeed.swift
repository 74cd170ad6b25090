import NetworkFormats
import Timing
import VenueWire

/// The announcements of one channel: JSON once a period, a session description for ordinary players now and then, and in the
/// end the deletion of both.
struct AnnouncementFeed: Sendable {
    /// An announcement that arrived.
    struct Arrival: Sendable {
        /// When, in nanoseconds since 1970.
        var time: Int64
        /// Whether it is a session description.
        var isTwin: Bool
        var isDeletion: Bool
    }

    /// Session descriptions are sent again after so long, at least and at most, in nanoseconds.
    private static let twinPeriod: ClosedRange<Int> = 5_000_000_000...10_000_000_000
    /// A period is up to this part of it longer or shorter.
    private static let unevenness = 0.2
    /// A shorter period is lengthened to this, in nanoseconds.
    private static let shortestPeriod: Int64 = 10_000_000

    /// What arrived so far; stays empty unless a log is kept.
    private(set) var log: [Arrival] = []
    /// Whether any that receivers follow has arrived.
    private(set) var hasArrived = false
    /// Announcements made, lost ones included.
    private(set) var count = 0

    private let keepsLog: Bool
    private let source: IPAddress
    private let group: Endpoint
    private let twins: Endpoint?
    private let period: Int64
    private var announcement: VenueAnnouncement
    private var impairer: Impairer
    private var random: VenueRandom
    private var queue = SendingQueue()
    private var nextBody: Int64
    private var nextTwin: Int64
    /// When the deletion is made; `.max` when it is made already or never will be.
    private var deletion: Int64
    private var isDeleted = false
    private var sent = 0
    private var buffer: [UInt8] = []

    /// The announcements of `announcement` from `start` on; the deletion goes out at `deletion`.
    init(
        _ announcement: VenueAnnouncement, _ spec: NativeVenueSpec, from source: IPAddress, start: Int64,
        deletion: Int64, seed: UInt64, chances: UInt64, keepsLog: Bool
    ) {
        self.announcement = announcement
        self.keepsLog = keepsLog
        self.source = source
        self.deletion = deletion
        group = spec.announcements
        twins = announcement.channel.kind == .video ? spec.twins : nil
        period = max(Self.shortestPeriod, spec.period.nanoseconds)
        impairer = Impairer(spec.impairment, start: start, seed: chances)
        random = VenueRandom(seed: seed ^ 0xa_10c5)
        nextBody = start
        nextTwin = twins == nil ? .max : start
    }

    /// When the next datagram arrives; `.max` after the last.
    mutating func nextTime() -> Int64 {
        while true {
            let next = min(nextBody, nextTwin, deletion)
            if let time = queue.firstTime, time <= next, time < deletion { return time }
            guard next < .max else { return queue.firstTime ?? .max }
            if deletion <= next { delete() } else if nextBody <= nextTwin { announce() } else { announceTwin() }
        }
    }

    /// Lends the next datagram; not to be called after the last.
    mutating func next<Failure: Error>(
        _ body: (SendingQueue.Item) throws(Failure) -> Void
    ) throws(Failure) {
        var arrival: Arrival?
        try queue.takeFirst { item throws(Failure) in
            arrival = Arrival(time: item.time, isTwin: item.index & 1 != 0, isDeletion: item.index & 2 != 0)
            try body(item)
        }
        guard let arrival else { return }
        if !arrival.isTwin { hasArrived = true }
        if keepsLog { log.append(arrival) }
    }

    /// Sends the deletion at `time`, and nothing behind it; one that was to be sent later gives way.
    ///
    /// A deletion that is under way already stays as it is.
    mutating func delete(at time: Int64) {
        if isDeleted, (queue.firstTime ?? .min) < time { return }
        deletion = min(deletion, time)
    }

    private mutating func announce() {
        buffer = announcement.datagram(from: source)
        post(at: nextBody, to: group, index: 0)
        announcement.sequence += 1
        let uneven = Double(period) * (1 + Self.unevenness * (2 * random.fraction() - 1))
        nextBody += Int64(uneven)
    }

    private mutating func announceTwin() {
        if let twins, let bytes = announcement.standardDatagram(from: source) {
            buffer = bytes
            post(at: nextTwin, to: twins, index: 1)
            nextTwin += Int64(random.pick(Self.twinPeriod))
        } else {
            nextTwin = .max
        }
    }

    private mutating func delete() {
        // What was made ahead, or is held up by the network, would bring the channel back.
        queue.removeAll()
        isDeleted = true
        buffer = announcement.datagram(from: source, isDeletion: true)
        post(at: deletion, to: group, index: 2)
        if let twins, let bytes = announcement.standardDatagram(from: source, isDeletion: true) {
            buffer = bytes
            post(at: deletion, to: twins, index: 3)
        }
        (nextBody, nextTwin, deletion) = (.max, .max, .max)
    }

    private mutating func post(at time: Int64, to destination: Endpoint, index: Int32) {
        count += 1
        let arrivals = impairer.arrivals(ofRepair: sent, sent: time, limit: .max)
        sent += 1
        if let time = arrivals.second {
            var copy = buffer
            queue.insert(at: time, .announcement, to: destination, index: index, &copy)
        }
        guard let time = arrivals.first else { return }
        queue.insert(at: time, .announcement, to: destination, index: index, &buffer)
    }
}
