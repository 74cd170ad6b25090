import PacketIO
import Timing
import VenueSimulator

/// The loop of the sending thread.
///
/// `@unchecked Sendable`: it is made by one thread and handed to another before that one starts; nobody else keeps it.
final class VenueSending: @unchecked Sendable {
    private var channels: [SendingChannel]
    private let board: Guarded<EmbeddedVenue.Board>

    init(_ channels: [SendingChannel], board: Guarded<EmbeddedVenue.Board>) {
        self.channels = channels
        self.board = board
    }

    /// Sends until the board says that it is over, and closes the sockets.
    func run() {
        var pace = SendingPace(at: MonotonicClock.now())
        while true {
            let now = MonotonicClock.now()
            let limit = pace.limit(at: now, first: first)
            guard obey(at: limit) else { break }
            for channel in channels { channel.send(until: limit) }
            tell()
            MonotonicClock.sleep(until: pace.wakeUp(after: now, first: first))
        }
        channels = []
    }

    /// When the oldest datagram that waits is due.
    private var first: Int64 {
        var first = Int64.max
        for channel in channels { first = min(first, channel.first) }
        return first
    }

    /// Does what was asked for; false when that is to stop.
    private func obey(at now: Int64) -> Bool {
        let (isStopping, restarts) = board.withLock { board in
            defer { board.restarts = [] }
            return (board.isStopping, board.restarts)
        }
        for restart in restarts {
            channels[restart.sender].restart(at: now + max(0, restart.silence.nanoseconds))
        }
        return !isStopping
    }

    private func tell() {
        board.withLock { board in
            board.refused = 0
            for index in channels.indices {
                board.counts[index] = channels[index].feed.counts
                board.refused += channels[index].refused
                board.refusedMedia[index] = channels[index].refusedMedia
            }
        }
    }
}
