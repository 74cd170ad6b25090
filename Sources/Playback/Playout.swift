import Bytes
import History
import Timing

/// What a player's thread does, step by step: looks at the history, moves the play-head on, renders what is due.
struct Playout: ~Copyable {
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
    /// Where lines that begin in this step begin.
    private var start = StreamTime(nanoseconds: 0)
    private var buffering = Buffering()
    private var pictures = PictureLine()
    private var sounds = SoundLine()
    private var transport = TransportLine()
    private var hadPictures = false
    private var hadTransport = false
    private var drops = 0

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
        /// Where it was to be at the last jump.
        var asked: StreamTime?
        var jumps: UInt64
        /// What the steady clock shows.
        var now: Int64
        /// Whether stream time goes on by itself.
        var isRunning: Bool
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
        guard let kept, let newest = kept.history.newestEntry, kept.codec(of: newest.chunk.lead) != nil else {
            return now + Self.hurry
        }
        begin(place, kept)
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
                position: head.position, asked: state.asked, jumps: state.jumps, now: now, isRunning: view.isRunning,
                isMoving: view.isRunning || head.offset > .zero)
        }
    }

    /// Tells that playing begins, and takes jumps over.
    private mutating func begin(_ place: Place, _ kept: PlayedHistory) {
        let isStart = board.change { state in
            guard state.run === run, !state.facts.isPlaying else { return false }
            state.facts.isPlaying = true
            state.tell(.play)
            return true
        }
        if isStart, output.wantsPictures, !run.isEnding { showStill(place, kept) }
        start = place.position
        guard place.jumps != jumps else { return }
        start = place.asked ?? place.position
        jumps = place.jumps
        hadPictures = false
        hadTransport = false
    }

    /// Shows the last random access point at once, whatever the decoder needs to come to the play-head.
    private func showStill(_ place: Place, _ kept: PlayedHistory) {
        let entry = kept.history.lastEntry(upTo: place.position) ?? kept.history.newestEntry
        if let still = entry.flatMap(kept.still) { output.show(still) }
    }

    /// Renders what is due, or decodes a little; tells when there is something to do again.
    private mutating func render(_ place: Place, _ kept: PlayedHistory) -> Int64 {
        var due: [StreamTime?] = []
        let wantsPictures = output.wantsPictures
        if wantsPictures {
            if !hadPictures {
                pictures.jump(to: start)
                sounds.jump(to: start)
            }
            hadPictures = true
            if renderMedia(place, kept) { return place.now }
            due += [pictures.due, sounds.due]
        }
        hadPictures = wantsPictures
        let wantsTransport = output.wantsTransport
        if wantsTransport {
            if !hadTransport { transport.jump(to: start) }
            hadTransport = true
            if transport.advance(to: place.position, in: kept, output) { return place.now }
            due.append(transport.due(in: kept.history))
        }
        hadTransport = wantsTransport
        guard place.isMoving, let next = due.compactMap({ $0 }).min() else { return place.now + Self.look }
        return place.now + min(Self.look, max(0, (next - place.position).nanoseconds))
    }

    /// Shows and plays the one thing that is due first, or decodes one unit of each; tells whether there was something.
    private mutating func renderMedia(_ place: Place, _ kept: PlayedHistory) -> Bool {
        let isSoundFirst = sounds.due.map { sound in pictures.due.map { sound <= $0 } ?? true } ?? false
        if isSoundFirst, let sound = sounds.next(at: place.position) {
            output.play(sound)
            return true
        }
        if let picture = pictures.next(at: place.position) {
            output.show(picture)
            return true
        }
        if let sound = sounds.next(at: place.position) {
            output.play(sound)
            return true
        }
        let didSounds = sounds.decode(kept, at: place.position, isRunning: place.isRunning)
        let didPictures = pictures.decode(kept, at: place.position, isRunning: place.isRunning)
        if drops != pictures.drops {
            drops = pictures.drops
            board.change { state in
                if state.run === run { state.facts.decoderDrops = drops }
            }
        }
        return didSounds || didPictures
    }
}
