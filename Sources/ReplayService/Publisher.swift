import Channels
import Clips
import Dispatch
import HTTPServing
import History
import NetworkFormats
import PacketIO
import Pipeline
import Reports
import Synchronization
import Timing
import VenueRuntime

/// Follows a venue and shows its newest view.
final class Publisher: Sendable {
    /// How often the view is made anew, in milliseconds.
    private static let interval = 100
    /// Views between two times at which freed memory is given back.
    private static let upkeepInterval = 50

    private let venue: LiveVenue
    private let feed: MessageFeed
    private let upkeep: @Sendable () -> Void
    private let watch: EvidenceWatch
    private let shown: Guarded<VenueView>
    private let stopping = DispatchSemaphore(value: 0)
    private let thread = DispatchGroup()

    /// Follows `venue`; `watch` looks at every view, and `upkeep` is called with it, outside all locks.
    init(
        _ venue: LiveVenue, feed: MessageFeed, watch: EvidenceWatch, upkeep: @escaping @Sendable () -> Void = {}
    ) {
        self.venue = venue
        self.feed = feed
        self.upkeep = upkeep
        self.watch = watch
        shown = Guarded(VenueView(venue: venue.snapshot(), channels: []))
    }

    /// The newest view.
    var view: VenueView { shown.withLock { $0 } }

    /// When the channel of an id was first seen, in milliseconds since 1970; nil for an unknown one.
    func firstSeen(_ id: String) -> Int64? {
        // A channel's first message is told before any view shows the channel.
        let identity =
            view.venue.channels.first { $0.identity.id == id }?.identity
            ?? venue.channel(withID: id).flatMap { venue.channelSnapshot(of: $0)?.identity }
        return identity.map { $0.firstSeen.time.nanoseconds / 1_000_000 }
    }

    /// Begins to follow, on a thread of its own.
    func start() {
        DispatchQueue(label: "publisher").async(group: thread) { [self] in
            var books: [Int32: ListBook] = [:]
            var views = 0
            repeat {
                publish(&books)
                upkeep()
                views += 1
                if views % Self.upkeepInterval == 0 { HeapUpkeep.giveBack() }
            } while stopping.wait(timeout: .now() + .milliseconds(Self.interval)) == .timedOut
        }
    }

    /// Follows no longer.
    func stop() {
        stopping.signal()
        thread.wait()
    }

    private func publish(_ books: inout [Int32: ListBook]) {
        // Asked first: a snapshot that is older than the end does not hold all of it.
        let isOver = venue.health.isFinished
        let snapshot = venue.snapshot(notOlderThan: .zero)
        let depth = venue.listDepth
        let channels = AnalysisReport.channels(of: snapshot).map { entry in
            let channel = snapshot.channels[Int(entry.index)]
            let of = ClipChannel(
                id: channel.identity.id, name: entry.channel.name, packetLength: channel.identity.packetLength ?? 188)
            books[entry.index, default: ListBook(of, depth: depth)].update(
                channel.history, depth: depth, isOver: isOver)
            if let target = books[entry.index]?.target { venue.keepHistory(of: entry.index, forTarget: target) }
            return ChannelView(
                index: entry.index, id: channel.identity.id, name: entry.channel.name, snapshot: channel,
                report: entry.channel, announcement: snapshot.announcement(of: entry.index),
                lists: books[entry.index]?.lists)
        }
        let view = VenueView(venue: snapshot, channels: channels, isOver: isOver)
        shown.withLock { $0 = view }
        watch.look(at: view)
        feed.publish { index in
            snapshot.channels.indices.contains(Int(index)) ? snapshot.channels[Int(index)].objects?.messages : nil
        }
    }
}
