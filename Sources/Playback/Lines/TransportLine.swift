import Bytes
import Clips
import Evidence
import History
import Timing
import TransportStream

/// Hands on a channel's transport packets as the play-head comes to them: the tables and everything from a random access
/// point at every start and jump, then what follows.
struct TransportLine {
    /// Units whose packets are handed on at once.
    private static let turn = 64

    /// Where the play-head is to be when something is found to begin with.
    private var wanted: StreamTime?
    /// The first byte that was not handed on; nil before something was found to begin with.
    private var next: MediaPosition?
    /// Behind it lies the first unit whose packets were not handed on.
    private var last = MediaPosition(packet: MediaID(serial: 0), offset: 0)
    private var run: Int?
    private var counters = ContinuityCounters()

    /// Begins anew at the random access point for `time`.
    mutating func jump(to time: StreamTime) { wanted = time }

    /// When the next unit's packets are due; nil when there is none yet.
    func due(in history: HistorySnapshot) -> StreamTime? {
        if wanted != nil { return nil }
        guard let place = history.nextLead(behind: last) else { return nil }
        return place.chunk.run == run ? place.decodeTime : history.nextEntry(behind: last, not: run)?.decodeTime
    }

    /// Hands on what is due at `position`; tells whether there was something.
    mutating func advance(
        to position: StreamTime, in kept: PlayedHistory, _ output: any PlayerOutput
    ) -> Bool {
        let history = kept.history
        let excerpt = MediaExcerpt(history, packetLength: kept.packetLength)
        // What was given up before it was due is passed over.
        if let next, next.packet < history.media.first { wanted = wanted ?? position }
        guard begin(at: position, history, excerpt, output) else { return false }
        var body = SliceList()
        for _ in 0..<Self.turn {
            guard let place = history.nextLead(behind: last), place.chunk.run == run, let start = next,
                place.decodeTime <= position || start == place.unit.start
            else { break }
            let end = max(start, excerpt.end(of: place.indexed))
            body.append(contentsOf: excerpt.packets(from: start, upTo: end))
            next = end
            last = place.unit.start
        }
        guard body.count > 0 else { return false }
        output.take(counters.joined(body), isJump: false)
        return true
    }

    /// Begins where a jump or another run wants it; false while there is nothing to begin with.
    private mutating func begin(
        at position: StreamTime, _ history: HistorySnapshot, _ excerpt: MediaExcerpt, _ output: any PlayerOutput
    ) -> Bool {
        let entry: UnitPlace
        if let wanted {
            guard let found = history.entry(for: wanted) else { return false }
            entry = found
        } else {
            guard let following = history.nextLead(behind: last) else { return false }
            if following.chunk.run == run { return true }
            guard let found = history.nextEntry(behind: last, not: run), found.decodeTime <= position else {
                return false
            }
            entry = found
        }
        wanted = nil
        run = entry.chunk.run
        next = entry.unit.start
        last = entry.unit.start.predecessor
        counters.jump()
        output.take(counters.joined(excerpt.tables(before: entry.indexed)), isJump: true)
        return true
    }
}

extension MediaPosition {
    /// A place before it that no transport packet begins between.
    var predecessor: Self {
        if offset > 0 { return Self(packet: packet, offset: offset - 1) }
        return Self(packet: MediaID(serial: packet.serial &- min(1, packet.serial)), offset: .max)
    }
}
