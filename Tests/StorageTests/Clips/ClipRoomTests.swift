import Foundation
import Glibc
import PacketIO
import TestSupport
import Testing
import Timing

@testable import Storage

/// The arithmetic is done by hand in each case.
@Suite("Room for saved clips")
struct ClipRoomTests {
    private static func entry(
        _ number: UInt32, _ bytes: Int, _ kind: SavedClip.Kind
    ) throws -> ClipIndex.Entry {
        let id = ClipID(start: ClipFixture.start, chance: number)
        let saved = ClipFixture.start + StreamDuration(seconds: Int64(number))
        return ClipIndex.Entry(clip: try ClipFixture.draft(kind).clip(id, savedAt: saved), bytes: bytes)
    }

    /// 400 pinned bytes, automatic ones of 100, 200 and 150 bytes, in this order.
    private static func index(_ limits: ClipStoreLimits) throws -> ClipIndex {
        var index = ClipIndex(limits: limits)
        index.insert(try entry(1, 400, .pinned))
        for (number, bytes) in [(2, 100), (3, 200), (4, 150)] as [(UInt32, Int)] {
            index.insert(try entry(number, bytes, .automatic))
        }
        return index
    }

    @Test("the quota is kept to the byte, and only automatic clips give way, to automatic ones, oldest first")
    func quota() throws {
        let limits = ClipStoreLimits(quota: 1_000, freeSpace: 0)
        // 850 bytes are taken: 150 fit, 151 do not.
        var index = try Self.index(limits)
        #expect(throws: ClipStoreFailure.overQuota(wanted: 151, quota: 1_000)) {
            try index.admit(151, .pinned, free: 10_000, path: "p")
        }
        #expect(try index.admit(150, .pinned, free: 10_000, path: "p").isEmpty)
        // What is set aside counts.
        #expect(throws: ClipStoreFailure.overQuota(wanted: 1, quota: 1_000)) {
            try index.admit(1, .pinned, free: 10_000, path: "p")
        }
        index.abandon(150)
        #expect(index.facts.bytes == 850)
        // 850 + 151 − 100 = 901.
        index = try Self.index(limits)
        #expect(try index.admit(151, .automatic, free: 10_000, path: "p").map(\.bytes) == [100])
        // 850 + 450 − 100 − 200 = 1 000; − 100 alone would leave 1 200.
        index = try Self.index(limits)
        let victims = try index.admit(450, .automatic, free: 10_000, path: "p")
        #expect(victims.map(\.bytes) == [100, 200] && index.facts.automatic == 1)
        // Until their bytes are gone they count: 400 + 150 + 450 + 300.
        #expect(index.facts.bytes == 1_300)
        for victim in victims { index.erased(victim) }
        #expect(index.facts.bytes == 1_000)
        // 400 + 601 do not fit whatever goes, so nothing goes.
        index = try Self.index(limits)
        #expect(throws: ClipStoreFailure.overQuota(wanted: 601, quota: 1_000)) {
            try index.admit(601, .automatic, free: 10_000, path: "p")
        }
        #expect(index.facts.automatic == 3 && index.facts.refused == 1)
    }

    @Test("so much stays free on the disk")
    func floor() throws {
        let limits = ClipStoreLimits(quota: 1 << 40, freeSpace: 500)
        var index = try Self.index(limits)
        #expect(throws: ClipStoreFailure.diskFull(path: "p")) { try index.admit(101, .pinned, free: 600, path: "p") }
        #expect(try index.admit(100, .pinned, free: 600, path: "p").isEmpty)
        index = try Self.index(limits)
        // 600 + 100 + 200 − 400 = 500.
        #expect(try index.admit(400, .automatic, free: 600, path: "p").map(\.bytes) == [100, 200])
        index = try Self.index(limits)
        // 600 + 450 − 551 = 499.
        #expect(throws: ClipStoreFailure.diskFull(path: "p")) { try index.admit(551, .automatic, free: 600, path: "p") }
        // A disk whose free space nobody knows is not full.
        #expect(try index.admit(1, .pinned, free: .max, path: "p").isEmpty)
    }

    @Test("so many clips are kept")
    func count() throws {
        var index = try Self.index(ClipStoreLimits(quota: 1 << 40, freeSpace: 0, clips: 4))
        #expect(throws: ClipStoreFailure.tooMany(limit: 4)) { try index.admit(1, .pinned, free: 1 << 30, path: "p") }
        #expect(try index.admit(1, .automatic, free: 1 << 30, path: "p").map(\.bytes) == [100])
    }

    /// What fails, and as what it is told.
    struct Fault: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var calls: @Sendable (Guarded<Int>) -> DiskCalls
        var isFull: Bool

        static let all = [
            Fault(
                testDescription: "the disk is full in the midst of a file",
                calls: { left in
                    var calls = DiskCalls()
                    calls.write = { file, bytes in
                        let count = left.withLock { left in
                            let count = min(left, bytes.count)
                            left -= count
                            return count
                        }
                        guard count > 0 else {
                            errno = ENOSPC
                            return -1
                        }
                        return write(file, bytes.baseAddress, count)
                    }
                    return calls
                }, isFull: true),
            Fault(
                testDescription: "the disk cannot keep what it took",
                calls: { _ in
                    var calls = DiskCalls()
                    calls.synchronize = { _ in
                        errno = EIO
                        return -1
                    }
                    return calls
                }, isFull: false),
        ]
    }

    @Test("Pain 11: a failing disk refuses the clip and leaves nothing of it", arguments: Fault.all)
    func fails(_ fault: Fault) throws {
        let fixture = try ClipFixture()
        let room = Guarded(600_000)
        let store = try fixture.open(calls: fault.calls(room))
        let wanted: ClipStoreFailure =
            fault.isFull
            ? .diskFull(path: fixture.path)
            : .failed(path: fixture.path, reason: String(cString: strerror(EIO)))
        #expect(throws: wanted) { try store.save(ClipFixture.draft(bytes: 700_000)) }
        #expect(fixture.folders.isEmpty && store.facts.bytes == 0 && store.facts.failed == 1)
        // Once there is room again clips are saved.
        room.withLock { $0 = 10_000_000 }
        guard fault.isFull else { return }
        let clip = try store.save(ClipFixture.draft(bytes: 700_000))
        #expect(try fixture.open().page(limit: 9).clips == [clip])
    }

    @Test("Pain 11: on a disk of one megabyte clips are saved until it is full, and again once one is deleted")
    func fills() throws {
        guard Namespace.canMount else { return print("skipped: no file system can be mounted here") }
        let fixture = try ClipFixture()
        let disk = fixture.folder.appending(path: "disk").path()
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        try Namespace.run(withDiskOf: 1 << 20, at: disk) {
            let store = try fixture.open(at: disk + "/clips")
            var saved: [SavedClip] = []
            var failure: ClipStoreFailure?
            for _ in 0..<20 where failure == nil {
                do throws(ClipStoreFailure) { saved.append(try store.save(ClipFixture.draft(bytes: 200_000))) } catch {
                    failure = error
                }
            }
            // 200 000 bytes are 49 pages of 4 096, and what is known of them is one more: 256 pages hold five clips.
            #expect(saved.count == 5 && failure == .diskFull(path: disk + "/clips"))
            #expect(store.page(limit: 9).clips.count == 5)
            #expect(store.remove(saved[0].id))
            #expect(try store.save(ClipFixture.draft(bytes: 200_000)).bytes == 200_000)
            // The floor is looked at before anything is written.
            let floor = ClipStoreLimits(freeSpace: 500_000)
            let next = try fixture.open(floor, at: disk + "/clips")
            #expect(next.page(limit: 9).clips.count == 5 && next.facts.swept == 0)
            #expect(throws: ClipStoreFailure.diskFull(path: disk + "/clips")) {
                try next.save(ClipFixture.draft(bytes: 1))
            }
        }
    }

    @Test("a folder that cannot be used is said to be so")
    func refusesFolders() throws {
        let fixture = try ClipFixture()
        let file = fixture.folder.appending(path: "file").path()
        try Data().write(to: URL(filePath: file))
        #expect(throws: ClipStoreFailure.unusable(path: file, reason: String(cString: strerror(ENOTDIR)))) {
            try fixture.open(at: file)
        }
        let missing = fixture.folder.appending(path: "a/b").path()
        #expect(throws: ClipStoreFailure.unusable(path: missing, reason: String(cString: strerror(ENOENT)))) {
            try fixture.open(at: missing)
        }
    }
}
