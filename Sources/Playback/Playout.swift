import Bytes
import History
import Timing

/// What a player's thread does, step by step: looks at the history, moves the play-head on, renders what is due.
struct Playout {
    /// How often the history is looked at, in nanoseconds of the steady clock.
    static let look: Int64 = 50_000_000
    /// How often when something is waited for.
    static let hurry: Int64 = 10_000_000

    let run: PlayerRun
    let board: PlayerBoard
    let venue: any PlayedVenue
    let output: any PlayerOutput
    let pacing: any PlayerPacing
    private var kept: PlayedHistory?
    private var looked: Int64?
    private var jumps: UInt64?
    private var buffering = Buffering()
    private var transport = TransportLine()
    private var hadTransport = false

    init(
        _ run: PlayerRun, _ board: PlayerBoard, _ venue: any PlayedVenue, _ output: any PlayerOutput,
        _ pacing: any PlayerPacing
    ) {
        self.run = run
        self.board = board
        self.venue = venue
        self.output = output
        self.pacing = pacing
    }

    /// Where the head is, by the clock.
    struct Place {
        var position: StreamTime
        var jumps: UInt64
        /// What the steady clock shows.
        var now: Int64
        /// Whether the head moves.
        var isMoving: Bool
    }

    /// Does what is to be done now; tells when to be called again, by the steady clock.
    mutating func step() -> Int64 {
        let now = pacing.now()
        guard let channel = board.read({ $0.facts.channel }) else { return now + Self.look }
        let isStale = looked.map { now - $0 >= Self.look } ?? true
        guard let view = ChannelView(of: channel, in: venue, known: isStale ? nil : kept) else {
            return now + Self.hurry
        }
        if isStale {
            kept = view.kept
            looked = kept == nil ? nil : now
        }
        guard let place = advance(view, now) else { return now }
        guard let kept, kept.history.newestEntry != nil else { return now + Self.hurry }
        begin(place)
        return render(place, kept)
    }

    /// Moves the head on, and tells what that changes; nil when the run is over.
    private mutating func advance(_ view: ChannelView, _ now: Int64) -> Place? {
        var buffering = buffering
        defer { self.buffering = buffering }
        return board.change { state in
            guard state.run === run else { return nil }
            state.advance(in: view.reach, isRunning: view.isRunning, at: now)
            guard let head = state.head else { return nil }
            let isEdge = buffering.update(
                edge: view.kept?.history.liveEdge, position: head.position, window: view.window,
                isRunning: view.isRunning)
            if isEdge { state.tell(buffering: buffering.isActive) }
            return Place(
                position: head.position, jumps: state.jumps, now: now,
                isMoving: view.isRunning || head.offset > .zero)
        }
    }

    /// Tells that playing begins, and takes jumps over.
    private mutating func begin(_ place: Place) {
        board.change { state in
            guard state.run === run, !state.facts.isPlaying else { return }
            state.facts.isPlaying = true
            state.tell(.play)
        }
        if place.jumps != jumps {
            jumps = place.jumps
            hadTransport = false
        }
    }

    private mutating func render(_ place: Place, _ kept: PlayedHistory) -> Int64 {
        var due = place.now + Self.look
        let wantsTransport = output.wantsTransport
        if wantsTransport {
            if !hadTransport { transport.jump(to: place.position) }
            if transport.advance(to: place.position, in: kept, output) { return place.now }
            if place.isMoving, let next = transport.due(in: kept.history) {
                due = min(due, place.now + max(1_000_000, (next - place.position).nanoseconds))
            }
        }
        hadTransport = wantsTransport
        return due
    }
}
