import Dispatch
import Glibc
import History
import PacketIO
import Timing

/// What a player's thread and its callers share, and the order in which changes are told.
///
/// A change is told by whoever made it, unless somebody is telling: then that one tells it as well, so that no two are told at
/// once and none overtakes another.
final class PlayerBoard: Sendable {
    /// What is shared.
    struct State: Sendable {
        var facts = PlayerFacts()
        /// Where the session's viewer is; nil until the channel's time is known.
        var head: PlayHead?
        /// When it was moved on last, by the steady clock; nil while it does not play.
        var moved: Int64?
        /// Counts the jumps of the head.
        var jumps: UInt64 = 0
        /// Where the last jump was to go; nil when there was none since the head began.
        var asked: StreamTime?
        /// The thread that plays.
        var run: PlayerRun?
        /// The thread that played last; it may not have ended yet.
        var ended: PlayerRun?
        fileprivate var changes: [PlayerChange] = []
        fileprivate var teller: pthread_t?
    }

    private let state = Guarded(State())
    private let told: @Sendable (PlayerChange) -> Void
    private let telling = DispatchGroup()

    init(_ told: @escaping @Sendable (PlayerChange) -> Void) { self.told = told }

    /// Changes the state, then tells what that changed.
    func change<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let result = try state.withLock(body)
        tell()
        return result
    }

    /// Reads the state.
    func read<Result>(_ body: (State) -> Result) -> Result { state.withLock { body($0) } }

    private func tell() {
        var isMine = false
        while let change = next(&isMine) { told(change) }
    }

    private func next(_ isMine: inout Bool) -> PlayerChange? {
        state.withLock { state in
            if state.teller == nil, !state.changes.isEmpty {
                state.teller = pthread_self()
                isMine = true
                telling.enter()
            }
            guard isMine else { return nil }
            if state.changes.isEmpty {
                state.teller = nil
                telling.leave()
                return nil
            }
            return state.changes.removeFirst()
        }
    }

    /// Waits until everything is told, unless the calling thread is the one that tells.
    func settle() {
        let isTeller = state.withLock { $0.teller.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
        if !isTeller { telling.wait() }
    }
}

extension PlayerBoard.State {
    /// Whether playing may go on while nobody looks.
    var mayPlay: Bool {
        facts.isBackgroundPlaybackAllowed || facts.isVisible && facts.isAppActive
    }

    /// Notes a new state of the channel.
    mutating func tell(_ state: PlayerState) {
        facts.state = state
        changes.append(.state(state, channel: facts.channel?.name ?? ""))
    }

    /// Notes that the open channel is no longer there.
    mutating func tellInvalid() { changes.append(.channelInvalid(channel: facts.channel?.name ?? "")) }

    /// Notes whether media run short.
    mutating func tell(buffering isBuffering: Bool) {
        facts.isBuffering = isBuffering
        changes.append(.buffering(isBuffering))
    }

    /// Opens a session with `channel`.
    mutating func open(_ channel: PlayedChannel) {
        facts.channel = channel
        facts.isOpen = true
        facts.offsetMs = 0
        facts.depthMs = 0
        facts.isBuffering = false
        facts.decoderDrops = 0
        head = nil
        asked = nil
        tell(.open)
    }

    /// Ends playing; gives the thread that is to end.
    mutating func stop() -> PlayerRun? {
        guard let run else { return nil }
        ended = run
        self.run = nil
        moved = nil
        asked = nil
        facts.isPlaying = false
        tell(.stop)
        run.end()
        return run
    }

    /// Ends the session, if one is open; gives the thread that is to end.
    mutating func close() -> PlayerRun? {
        guard facts.isOpen else { return nil }
        let ended = stop()
        facts.isOpen = false
        facts.isBuffering = false
        tell(.close)
        return ended
    }

    /// Moves the head on to the instant `now` of the steady clock.
    mutating func advance(in reach: PlayReach, isRunning: Bool, at now: Int64) {
        guard var moving = head else {
            head = PlayHead(in: reach)
            moved = run == nil ? nil : now
            return noteHead()
        }
        let elapsed = StreamDuration(nanoseconds: moved.map { max(0, now &- $0) } ?? 0)
        let move = moving.advance(by: elapsed, in: reach, isRunning: isRunning)
        head = moving
        moved = run == nil ? nil : now
        noteHead()
        if move == .live { tell(.live) }
    }

    /// Tells of a jump of the head.
    mutating func note(_ move: PlayHead.Move) {
        noteHead()
        switch move {
        case .none: return
        case .back: tell(.rewind)
        case .forward: tell(.play)
        case .live: tell(.live)
        }
        jumps &+= 1
        asked = run == nil ? nil : head?.position
    }

    private mutating func noteHead() {
        facts.offsetMs = Self.rounded(head?.offset)
        facts.depthMs = Self.rounded(head?.reach.depth)
    }

    private static func rounded(_ length: StreamDuration?) -> Int {
        let (whole, rest) = (length ?? .zero).nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return Int(clamping: rest >= 500_000 ? whole + 1 : whole)
    }
}
