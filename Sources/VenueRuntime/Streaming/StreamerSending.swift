import PacketIO
import Timing
import VenueSimulator

/// The loop of the sending thread.
///
/// `@unchecked Sendable`: it is made by one thread and handed to another before that one starts; nobody else keeps it.
final class StreamerSending: @unchecked Sendable {
    private var venue: NativeVenue
    private var sockets: [StreamerSocket]
    private let board: Guarded<VenueStreamer.Board>
    private let start: Int64
    private var counts = StreamerCounts()
    private var isEnding = false

    init(_ venue: NativeVenue, _ sockets: [StreamerSocket], board: Guarded<VenueStreamer.Board>) {
        self.venue = venue
        self.sockets = sockets
        self.board = board
        start = venue.spec.start.nanoseconds
    }

    /// Sends until the venue is over, and closes the sockets.
    func run() {
        var pace = SendingPace(at: MonotonicClock.now())
        while let first {
            let now = MonotonicClock.now()
            let limit = pace.limit(at: now, first: first)
            obey(at: limit)
            send(until: limit)
            tell()
            guard let next = self.first else { break }
            MonotonicClock.sleep(until: pace.wakeUp(after: now, first: next))
        }
        tell()
        sockets = []
    }

    /// When the oldest datagram that waits is due, in nanoseconds from the start.
    private var first: Int64? { venue.nextTime.map { $0.nanoseconds - start } }

    private func send(until limit: Int64) {
        while let first, first <= limit {
            let delay = StreamDuration(nanoseconds: limit - first)
            if delay > StreamerCounts.lateness { counts.late += 1 }
            counts.longestDelay = max(counts.longestDelay, delay)
            venue.next { datagram, payload in
                sockets[datagram.streamer ?? 0].add(
                    payload, to: datagram.destination, isMedia: datagram.kind == .media, &counts)
            }
        }
        for socket in sockets { socket.flush(&counts) }
    }

    /// Does what was asked for.
    private func obey(at now: Int64) {
        let (isStopping, requests) = board.withLock { board in
            defer { board.requests = [] }
            return (board.isStopping, board.requests)
        }
        let time = StreamTime(nanoseconds: start + now)
        for request in requests {
            switch request {
            case .message(let bytes, let channel):
                venue.submit(bytes, to: channel, at: time)
                counts.messages += 1
            case .files(let files, let channel):
                venue.offer(files, on: channel, at: time)
                counts.folders += 1
            case .restart(let channel, let silence):
                venue.restart(channel, at: time + max(.zero, silence))
            }
        }
        if isStopping, !isEnding {
            isEnding = true
            venue.end(at: time)
        }
    }

    private func tell() {
        board.withLock { board in
            board.counts = counts
            for channel in board.channels.indices { board.channels[channel] = venue.counts(of: channel) }
        }
    }
}
