import Bytes
import Clips
import PacketIO

/// MP4 clips that were made lately, and those that are being made: for all who ask for the same one, and for those who come
/// back for another part of it.
///
/// Players fetch a file in many ranges, each a request of its own. Only final clips are here, because only they are the same
/// bytes for every request. Their memory is that of all clips (``ClipBudget``): what nobody reads goes, what was asked for
/// longest ago first, as soon as another clip needs the room.
final class MovieShelf: Sendable {
    /// Which clip it is: all that its bytes and its header fields are made of.
    struct Key: Hashable, Sendable {
        fileprivate let channel: String
        fileprivate let format: ClipFormat
        /// The entity tag among them names channel, format, content and window by what they are made of.
        fileprivate let facts: ClipFacts

        /// The clip of a channel that is planned so; nil for one that is not final.
        init?(channel: String, format: ClipFormat, facts: ClipFacts) {
            guard facts.isFinal else { return nil }
            (self.channel, self.format, self.facts) = (channel, format, facts)
        }

        static func == (left: Key, right: Key) -> Bool {
            left.facts.entityTag == right.facts.entityTag && left.format == right.format
                && left.channel == right.channel && left.facts == right.facts
        }

        func hash(into hasher: inout Hasher) { hasher.combine(facts.entityTag) }
    }

    /// A clip, or why there is none.
    typealias Outcome = Result<MadeClip, ClipProblem>
    /// Is told what became of a clip.
    typealias Reader = @Sendable (Outcome) -> Void

    /// What somebody who asks is to do.
    enum Turn {
        /// To take the clip.
        case made(MadeClip)
        /// Nothing: somebody makes it, and the reader is told.
        case waiting
        /// To make the clip, and to hand what becomes of it to `settle`, in any case.
        case first
    }

    /// What became of those who asked so far.
    struct Tally: Equatable {
        /// Clips that were to be made.
        var made: UInt64 = 0
        /// Readers who took what was made already.
        var found: UInt64 = 0
        /// Readers who waited for what somebody else made.
        var shared: UInt64 = 0
    }

    private struct Entry {
        let key: Key
        var clip: MadeClip
        var used: ContinuousClock.Instant
    }

    private struct Making {
        var readers: [Reader] = []
        /// Whether somebody who asks for it will come back.
        var isKept: Bool
    }

    private struct State {
        /// What was asked for longest ago comes first.
        var entries: [Entry] = []
        var byteCount = 0
        var making: [Key: Making] = [:]
        var tally = Tally()

        mutating func remove(at place: Int) -> Entry {
            byteCount -= entries[place].clip.body.count
            return entries.remove(at: place)
        }

        /// The clip of `key`, which is the newest now.
        mutating func use(_ key: Key, at now: ContinuousClock.Instant) -> MadeClip? {
            guard let place = entries.lastIndex(where: { $0.key == key }) else { return nil }
            var entry = entries.remove(at: place)
            entry.used = now
            entries.append(entry)
            return entry.clip
        }

        /// Removes the oldest ones until `bytes` more can be kept, and returns them.
        mutating func makeRoom(for bytes: Int, within limit: Int) -> [Entry] {
            var removed: [Entry] = []
            while let oldest = entries.indices.first,
                byteCount > limit - bytes || entries.count >= MovieShelf.countLimit
            {
                removed.append(remove(at: oldest))
            }
            return removed
        }
    }

    /// Bytes that are kept unless told otherwise; the newest clip is kept alone when it is longer.
    ///
    /// Half of the memory that the maker of clips uses again and again: what is made next must not have to touch new memory.
    static let usualLimit = 48 << 20
    /// Clips that are kept at most, however short they are.
    static let countLimit = 64
    /// How long a clip is kept after it was asked for last.
    static let lifetime = Duration.seconds(30)

    private let limit: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Guarded(State())

    /// A shelf of `limit` bytes that takes its time from `now`.
    init(limit: Int = MovieShelf.usualLimit, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.limit = max(0, limit)
        self.now = now
    }

    // What is removed is let go behind the lock: that gives memory back.

    /// What is to be done for `reader`, who asks for a clip of about `bytes`, which is kept if some reader wants it to be.
    func take(_ key: Key, bytes: Int, isKept: Bool = true, _ reader: @escaping Reader) -> Turn {
        let now = now()
        return state.withLock { state -> (turn: Turn, removed: [Entry]) in
            if let clip = state.use(key, at: now) {
                state.tally.found += 1
                return (.made(clip), [])
            }
            if state.making[key] != nil {
                state.tally.shared += 1
                state.making[key]?.readers.append(reader)
                if isKept { state.making[key]?.isKept = true }
                return (.waiting, [])
            }
            state.making[key] = Making(isKept: isKept)
            state.tally.made += 1
            guard isKept else { return (.first, []) }
            // Before it is made, so that it is made in the memory of those that go.
            return (.first, state.makeRoom(for: bytes, within: limit))
        }.turn
    }

    /// Keeps what was made, and returns those who wait for it.
    func settle(_ key: Key, _ outcome: Outcome) -> [Reader] {
        let now = now()
        return state.withLock { state -> (waiting: [Reader], removed: [Entry]) in
            guard let making = state.making.removeValue(forKey: key) else { return ([], []) }
            let waiting = making.readers
            guard making.isKept, case .success(let clip) = outcome else { return (waiting, []) }
            let removed = state.makeRoom(for: clip.body.count, within: limit)
            state.entries.append(Entry(key: key, clip: clip, used: now))
            state.byteCount += clip.body.count
            return (waiting, removed)
        }.waiting
    }

    /// The clip of `key`, if it is kept.
    func clip(_ key: Key) -> MadeClip? {
        let now = now()
        return state.withLock { state in
            let clip = state.use(key, at: now)
            if clip != nil { state.tally.found += 1 }
            return clip
        }
    }

    /// Lets go of the clip that was asked for longest ago among those that nobody reads; false when there is none.
    func yield() -> Bool {
        let removed = state.withLock { state -> Entry? in
            for place in state.entries.indices
            where isKnownUniquelyReferenced(&state.entries[place].clip.lease) {
                return state.remove(at: place)
            }
            return nil
        }
        return removed != nil
    }

    /// Lets go of what nobody has asked for lately.
    func expire() {
        let now = now()
        _ = state.withLock { state in
            var removed: [Entry] = []
            while let oldest = state.entries.first, now - oldest.used >= Self.lifetime {
                removed.append(state.remove(at: 0))
            }
            return removed
        }
    }

    /// Lets go of everything that is kept.
    func clear() {
        _ = state.withLock { state in
            state.byteCount = 0
            let removed = state.entries
            state.entries = []
            return removed
        }
    }

    /// Bytes of the clips that are kept now.
    var byteCount: Int { state.withLock { $0.byteCount } }

    /// What became of those who asked so far.
    var tally: Tally { state.withLock { $0.tally } }
}
