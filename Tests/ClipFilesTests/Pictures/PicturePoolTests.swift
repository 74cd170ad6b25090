import Bytes
import Dispatch
import PacketIO
import Testing
import Timing

@testable import ClipFiles

@Suite("The pool of decoders")
struct PicturePoolTests {
    private static func file(_ count: Int = 100) -> PictureFile {
        PictureFile(
            body: SliceList(copying: [UInt8](repeating: 7, count: count)), time: StreamTime(nanoseconds: 0),
            isDamaged: false)
    }

    private static let failing: PicturePool.Maker = { _ throws(PictureFailure) in throw .undecodable }
    private static let succeeding: PicturePool.Maker = { _ in file() }

    /// What a reader was told.
    private final class Told: Sendable {
        private let results = Guarded<[Result<PictureFile, PictureFailure>]>([])
        private let came = DispatchSemaphore(value: 0)

        func take(_ result: Result<PictureFile, PictureFailure>) {
            results.withLock { $0.append(result) }
            came.signal()
        }

        /// Waits for `count` answers.
        func wait(_ count: Int) -> [Result<PictureFile, PictureFailure>] {
            for _ in 0..<count { _ = came.wait(timeout: .now() + 60) }
            return results.withLock { $0 }
        }

        var count: Int { results.withLock { $0.count } }
    }

    /// Holds makers until it is opened.
    private final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        private let begun = DispatchSemaphore(value: 0)

        func pass() {
            begun.signal()
            _ = semaphore.wait(timeout: .now() + 60)
            semaphore.signal()
        }

        func waitUntilBegun(_ count: Int) { for _ in 0..<count { _ = begun.wait(timeout: .now() + 60) } }
        func open() { semaphore.signal() }
    }

    @Test("makes one file for all readers who ask for it at a time, and keeps it for later ones")
    func sharing() {
        let pool = PicturePool()
        let (told, gate) = (Told(), Gate())
        let made = Guarded(0)
        let make: PicturePool.Maker = { _ in
            made.withLock { $0 += 1 }
            gate.pass()
            return Self.file()
        }
        for _ in 0..<50 {
            pool.take("a", make: make, tell: told.take)
        }
        gate.waitUntilBegun(1)
        gate.open()
        #expect(told.wait(50).allSatisfy { (try? $0.get().body.count) == 100 })
        pool.take("a", make: Self.failing, tell: told.take)
        #expect((try? told.wait(1).last?.get().body.count) == 100)
        #expect(made.withLock { $0 } == 1)
        #expect(pool.facts.begun == 1 && pool.facts.shared == 49 && pool.facts.fromCache == 1)
    }

    @Test("tells everybody of a failure, and tries again for the next one")
    func failures() {
        let pool = PicturePool()
        let told = Told()
        for _ in 0..<2 {
            pool.take("a", make: Self.failing, tell: told.take)
            _ = told.wait(1)
        }
        pool.take("a", make: Self.succeeding, tell: told.take)
        let results = told.wait(1)
        #expect(results.count == 3 && pool.facts.begun == 3)
        #expect(throws: PictureFailure.undecodable) { try results[0].get() }
        #expect((try? results[2].get()) != nil)
    }

    @Test("tells who comes when too much waits to come again")
    func bounds() {
        var limits = PictureLimits()
        limits.decoders = 2
        limits.waiting = 3
        limits.readers = 8
        let pool = PicturePool(limits: limits)
        let (told, refused, gate) = (Told(), Told(), Gate())
        let make: PicturePool.Maker = { _ in
            gate.pass()
            return Self.file()
        }
        for name in ["a", "b"] { pool.take(name, make: make, tell: told.take) }
        gate.waitUntilBegun(2)
        for name in ["c", "d", "e"] { pool.take(name, make: make, tell: told.take) }
        #expect(pool.facts.waiting == 3)
        pool.take("f", make: make, tell: refused.take)
        #expect(throws: PictureFailure.busy) { try refused.wait(1)[0].get() }
        // A file that is on its way is shared, up to the number of readers.
        for _ in 0..<3 { pool.take("a", make: make, tell: told.take) }
        pool.take("a", make: make, tell: refused.take)
        #expect(throws: PictureFailure.busy) { try refused.wait(1)[1].get() }
        gate.open()
        #expect(told.wait(8).allSatisfy { (try? $0.get()) != nil })
        #expect(pool.facts.refused == 2 && pool.facts.begun == 5 && pool.facts.waiting == 0)
    }

    @Test("never begins what nobody waits for any more, and what waited too long")
    func abandoned() {
        var limits = PictureLimits()
        limits.decoders = 1
        let pool = PicturePool(limits: limits)
        let (told, gate, made) = (Told(), Gate(), Told())
        let held: PicturePool.Maker = { _ in
            gate.pass()
            return Self.file()
        }
        pool.take("a", make: held, tell: told.take)
        gate.waitUntilBegun(1)
        let make: PicturePool.Maker = { _ in
            made.take(.failure(.busy))
            return Self.file()
        }
        let gone = Guarded(false)
        pool.take("b", isThere: { gone.withLock { !$0 } }, make: make, tell: told.take)
        pool.take("c", isThere: { gone.withLock { !$0 } }, make: make, tell: told.take)
        pool.take("c", make: make, tell: told.take)
        gone.withLock { $0 = true }
        gate.open()
        let results = told.wait(4)
        #expect(results.count == 4)
        // Only the one that somebody still waited for was made.
        #expect(made.count == 1)
        #expect(pool.facts.dropped == 1 && pool.facts.begun == 2)

        limits.patience = .zero
        let impatient = PicturePool(limits: limits)
        impatient.take("a", make: make, tell: told.take)
        #expect(throws: PictureFailure.busy) { try told.wait(1)[4].get() }
        #expect(made.count == 1)
    }

    @Test("lets nobody wait when it stops")
    func stopping() {
        var limits = PictureLimits()
        limits.decoders = 1
        let pool = PicturePool(limits: limits)
        let (told, gate) = (Told(), Gate())
        let make: PicturePool.Maker = { _ in
            gate.pass()
            return Self.file()
        }
        for name in ["a", "b", "c"] { pool.take(name, make: make, tell: told.take) }
        gate.waitUntilBegun(1)
        pool.stop()
        #expect(told.wait(2).allSatisfy { (try? $0.get()) == nil })
        gate.open()
        #expect((try? told.wait(1).last?.get()) != nil)
        pool.take("d", make: Self.succeeding, tell: told.take)
        #expect(throws: PictureFailure.stopped) { try told.wait(1)[3].get() }
    }

    @Test("keeps files up to so many bytes, those asked for last")
    func cache() {
        var cache = PictureCache(limit: 4_000)
        for name in ["a", "b", "c"] { cache.keep(Self.file(1_000), name) }
        #expect(cache.file("a") != nil)
        cache.keep(Self.file(1_000), "d")
        // The one that nobody has asked for since is gone.
        #expect(cache.file("b") == nil && cache.file("a") != nil && cache.file("d") != nil)
        #expect(cache.byteCount <= 4_000)
        cache.keep(Self.file(5_000), "e")
        #expect(cache.file("e") == nil && cache.file("a") != nil)
    }
}
