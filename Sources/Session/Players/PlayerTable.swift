import Playback

/// The players of a session by number, and what each of them opened last.
struct PlayerTable: Sendable {
    private(set) var players: [Int: Player] = [:]
    private var sessions: [Int: PlayedSession] = [:]
    private var next = 0
    /// The players in the order in which they opened a session last.
    private var openings: [Int] = []
    /// What was opened last of all, though its player may be gone; nil before the first.
    private(set) var newest: PlayedSession?
    private var newestNumber: Int?

    /// The number of a player to be.
    mutating func reserve() -> Int {
        next += 1
        return next
    }

    mutating func add(_ player: Player, _ number: Int) { players[number] = player }

    mutating func remove(_ number: Int) -> Player? {
        sessions[number] = nil
        openings.removeAll { $0 == number }
        return players.removeValue(forKey: number)
    }

    /// The players, oldest first.
    var all: [(number: Int, player: Player)] { players.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    /// The player whose open session is the newest; nil when none is open: the tuned one.
    var tuned: Int? { openings.last { sessions[$0]?.isOpen == true } }

    /// What player `number` opened last; nil before the first.
    subscript(number: Int) -> PlayedSession? {
        get { sessions[number] }
        set {
            sessions[number] = newValue
            if number == newestNumber { newest = newValue ?? newest }
        }
    }

    mutating func open(_ session: PlayedSession, _ number: Int) {
        openings.removeAll { $0 == number }
        openings.append(number)
        newestNumber = number
        self[number] = session
    }

    /// Forgets what was played: a session begins anew.
    mutating func forget() {
        sessions.removeAll()
        openings.removeAll()
        newest = nil
        newestNumber = nil
    }
}
