import PacketIO
import Playback
import Session

/// A player that somebody made over HTTP.
struct ServedPlayer: Sendable {
    /// How it is called in addresses: 128 bits that nobody guesses.
    let id: String
    /// How events tell it.
    let number: Int
    /// The play-head.
    let player: Player
    /// What it sends.
    let stream: PlayerStream
}

/// The players that were made over HTTP: a bounded number, each forgotten when nobody uses it.
final class ServedPlayers: Sendable {
    /// Players at a time.
    static let limit = 16
    /// A player that nobody asks for anything, and whose stream nobody reads, for so long is closed and forgotten.
    static let patience = Duration.seconds(60)

    private struct Entry: Sendable {
        var player: ServedPlayer
        var used: ContinuousClock.Instant
    }

    private struct State: Sendable {
        var entries: [String: Entry] = [:]
        /// Players that are being made.
        var coming = 0
    }

    private let session: VenueSession
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Guarded(State())

    /// No players of `session` yet; `now` is the clock that they expire by.
    init(_ session: VenueSession, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.session = session
        self.now = now
    }

    /// How many there are.
    var count: Int { state.withLock { $0.entries.count } }

    /// How many read their streams.
    var readers: Int { all.reduce(0) { $0 + $1.stream.readers } }

    private var all: [ServedPlayer] { state.withLock { $0.entries.values.map(\.player) } }

    /// Makes a player; nil when there are as many as there may be.
    func make() -> ServedPlayer? {
        expire()
        let mayCome = state.withLock { state in
            guard state.entries.count + state.coming < Self.limit else { return false }
            state.coming += 1
            return true
        }
        guard mayCome else { return nil }
        let stream = PlayerStream()
        let (number, player) = session.makePlayer(output: stream)
        let made = ServedPlayer(id: Self.newID(), number: number, player: player, stream: stream)
        let now = now()
        state.withLock { state in
            state.coming -= 1
            state.entries[made.id] = Entry(player: made, used: now)
        }
        return made
    }

    /// The player called `id`, which is used now; nil when there is none, or not any more.
    func use(_ id: String) -> ServedPlayer? {
        expire()
        let now = now()
        return state.withLock { state in
            state.entries[id]?.used = now
            return state.entries[id]?.player
        }
    }

    /// Closes and forgets a player; false when there is none.
    func remove(_ id: String) -> Bool {
        guard let removed = state.withLock({ $0.entries.removeValue(forKey: id) }) else { return false }
        end(removed.player)
        return true
    }

    /// Closes and forgets those that nobody uses; reading a stream is using it.
    func expire() {
        let now = now()
        let expired = state.withLock { state in
            for (id, entry) in state.entries where entry.player.stream.readers > 0 { state.entries[id]?.used = now }
            let expired = state.entries.values.filter { now - $0.used >= Self.patience }
            for entry in expired { state.entries[entry.player.id] = nil }
            return expired
        }
        for entry in expired { end(entry.player) }
    }

    /// Ends the stream of the player called `number` in events: its channel is gone.
    func becameInvalid(_ number: Int) { all.first { $0.number == number }?.stream.end() }

    /// Closes and forgets all.
    func removeAll() {
        let removed = state.withLock { state in
            let removed = state.entries.values.map(\.player)
            state.entries = [:]
            return removed
        }
        for player in removed { end(player) }
    }

    private func end(_ player: ServedPlayer) {
        session.removePlayer(player.number)
        player.stream.end()
    }

    /// 128 bits of the system's random numbers, as 32 hexadecimal digits.
    private static func newID() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
