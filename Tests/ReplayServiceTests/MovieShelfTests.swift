import Bytes
import ClipFiles
import Clips
import HTTPServing
import PacketIO
import Testing

@testable import ReplayService

/// What is kept and what goes, with clips that only say how long they are.
@Suite("MP4 clips that were made lately")
struct MovieShelfTests {
    private typealias Shelf = MovieShelf

    /// A shelf with a clock that stands still, and the memory that its clips take.
    private struct Room {
        let budget = ClipBudget(limit: 1_000)
        let time = Guarded(ContinuousClock.now)
        let shelf: MovieShelf
        private let facts: ClipFacts

        init(limit: Int = 1_000) throws {
            let time = time
            shelf = MovieShelf(limit: limit) { time.withLock { $0 } }
            facts = try MovieRangeTests.plan(ServedSample().service, "last=4s").facts
        }

        func pass(_ seconds: Int) { time.withLock { $0 += .seconds(seconds) } }

        func key(_ name: String, isFinal: Bool = true) -> MovieShelf.Key? {
            var facts = facts
            (facts.entityTag, facts.isFinal) = (name, isFinal)
            return MovieShelf.Key(channel: "camera", format: .progressive, facts: facts)
        }

        func clip(_ bytes: Int) throws -> MadeClip {
            MadeClip(
                body: SliceList(copying: [UInt8](repeating: 7, count: bytes)), facts: facts, type: "video/mp4",
                lease: try #require(budget.lease(bytes)))
        }

        /// Makes and keeps a clip.
        func keep(_ name: String, _ bytes: Int) throws {
            let key = try #require(self.key(name))
            guard case .first = shelf.take(key, bytes: bytes, { _ in }) else {
                Issue.record("\(name) was kept already")
                return
            }
            #expect(shelf.settle(key, .success(try clip(bytes))).isEmpty)
        }

        /// The names of those that are kept; asking for one makes it the newest.
        func kept(of names: String) -> String {
            String(names.filter { name in key(String(name)).flatMap(shelf.clip) != nil })
        }
    }

    @Test("are kept for half a minute after somebody asked for them last, and then give their memory back")
    func lifetime() throws {
        let room = try Room()
        try room.keep("a", 100)
        try room.keep("b", 200)
        #expect(room.shelf.byteCount == 300 && room.budget.byteCount == 300)
        room.pass(29)
        room.shelf.expire()
        #expect(room.kept(of: "b") == "b")
        room.pass(1)
        room.shelf.expire()
        #expect(room.shelf.byteCount == 200 && room.budget.byteCount == 200)
        #expect(room.kept(of: "a") == "")
        room.pass(28)
        room.shelf.expire()
        #expect(room.shelf.byteCount == 200)
        room.pass(1)
        room.shelf.expire()
        #expect(room.shelf.byteCount == 0 && room.budget.byteCount == 0)
    }

    @Test("go when there is no room, what was asked for longest ago first; the newest one is kept in any case")
    func limit() throws {
        let room = try Room(limit: 300)
        for name in ["a", "b", "c"] { try room.keep(name, 100) }
        #expect(room.kept(of: "a") == "a")
        // Two of a hundred have to go for one of two hundred: b and c, which nobody asked for since.
        try room.keep("d", 200)
        #expect(room.kept(of: "bcad") == "ad")
        #expect(room.shelf.byteCount == 300 && room.budget.byteCount == 300)
        try room.keep("e", 900)
        #expect(room.kept(of: "ade") == "e")
        #expect(room.shelf.byteCount == 900 && room.budget.byteCount == 900)
        try room.keep("f", 1)
        #expect(room.kept(of: "ef") == "f" && room.budget.byteCount == 1)
    }

    @Test("are so many at most, however short they are")
    func count() throws {
        let room = try Room()
        for number in 0..<(MovieShelf.countLimit + 3) { try room.keep("\(number)", 1) }
        #expect(room.shelf.byteCount == MovieShelf.countLimit)
        #expect(room.key("2").flatMap(room.shelf.clip) == nil && room.key("3").flatMap(room.shelf.clip) != nil)
    }

    @Test("make room for others, but not while they are read: that would give nothing back")
    func yields() throws {
        let room = try Room()
        for name in ["a", "b", "c"] { try room.keep(name, 100) }
        let read = try #require(room.key("a").flatMap(room.shelf.clip))
        // b was asked for longest ago, then c; a is newer, and is being read.
        #expect(room.shelf.yield() && room.budget.byteCount == 200)
        #expect(room.shelf.yield() && room.budget.byteCount == 100)
        #expect(!room.shelf.yield() && room.budget.byteCount == 100)
        #expect(read.body.count == 100 && room.kept(of: "abc") == "a")
    }

    @Test("are made once for all who ask meanwhile; what failed is made again")
    func sharing() throws {
        let room = try Room()
        let key = try #require(room.key("a"))
        let told = Guarded<[Int]>([])
        func ask(_ number: Int) -> Shelf.Turn {
            room.shelf.take(key, bytes: 100) { outcome in
                let isMade = (try? outcome.get()) != nil
                told.withLock { $0.append(isMade ? number : -number) }
            }
        }
        guard case .first = ask(1), case .waiting = ask(2), case .waiting = ask(3) else {
            Issue.record("two were to make the same clip")
            return
        }
        let failure = Shelf.Outcome.failure(ClipProblem(status: 429, sentence: "no room", retryAfterSeconds: 1))
        for reader in room.shelf.settle(key, failure) { reader(failure) }
        #expect(told.withLock { $0 } == [-2, -3])
        guard case .first = ask(4), case .waiting = ask(5) else {
            Issue.record("what failed was kept")
            return
        }
        let success = Shelf.Outcome.success(try room.clip(100))
        for reader in room.shelf.settle(key, success) { reader(success) }
        #expect(told.withLock { $0 } == [-2, -3, 5])
        guard case .made(let clip) = ask(6) else {
            Issue.record("what was made is not kept")
            return
        }
        #expect(clip.body.count == 100)
        #expect(room.shelf.tally == Shelf.Tally(made: 2, found: 1, shared: 3))
    }

    @Test("are others when anything differs that their bytes or header fields are made of")
    func keys() throws {
        let service = try ServedSample().service
        let one = try MovieRangeTests.plan(service, "from=-6&to=-3")
        let key = try #require(MovieShelf.Key(one))
        #expect(key == MovieShelf.Key(try MovieRangeTests.plan(service, "from=-6&to=-3")))
        for query in ["from=-6&to=-4", "from=-6&to=-3&as=received", "from=-6&to=-3&accuracy=key"] {
            #expect(key != MovieShelf.Key(try MovieRangeTests.plan(service, query)), "\(query)")
        }
        #expect(key != MovieShelf.Key(channel: one.channelID, format: .fragmented, facts: one.facts))
        #expect(key != MovieShelf.Key(channel: "another", format: .progressive, facts: one.facts))
        var open = one.facts
        open.isFinal = false
        #expect(MovieShelf.Key(channel: one.channelID, format: .progressive, facts: open) == nil)
    }
}
