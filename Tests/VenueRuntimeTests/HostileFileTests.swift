import Foundation
import Glibc
import ObjectDelivery
import TestSupport
import Testing

@testable import VenueRuntime

@Suite("Files of strangers")
struct HostileFileTests {
    static let paths = [
        "", "/", "/etc/passwd", "..", "../x", "a/../../x", "a//b", "a/", ".", "a/./b", "a\0b", "\0",
        String(repeating: "n", count: 256), String(repeating: "d/", count: 40) + "x",
    ]

    @Test("never lie outside their folder, whatever their names", arguments: paths)
    func names(_ path: String) throws {
        let bench = try StoreBench()
        bench.open()
        bench.deliver(StoreSamples.record(0, path, length: 3), [1, 2, 3])
        bench.deliver(StoreSamples.record(1, "good", length: 3), [4, 5, 6])
        bench.stop()
        #expect(bench.names == ["c0/good"])
        #expect(bench.store.facts.refusedForName == 1)
        #expect(bench.sentences.count == 1)
    }

    @Test("follow no link that somebody puts into the folder")
    func links() throws {
        let outside = NSTemporaryDirectory() + "svm-outside-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: outside) }
        try Data([9]).write(to: URL(filePath: outside + "/target"))
        let bench = try StoreBench()
        // A channel's folder, a folder in it, and a file's own name.
        mkdir(bench.path + "/c1", 0o755)
        symlink(outside, bench.path + "/c0")
        symlink(outside, bench.path + "/c1/sub")
        symlink(outside + "/target", bench.path + "/c1/file")
        bench.open(0)
        bench.open(1)
        bench.deliver(StoreSamples.record(0, "new", length: 1), [1], 0)
        bench.deliver(StoreSamples.record(1, "sub/new", length: 1), [1], 1)
        bench.deliver(StoreSamples.record(2, "file", length: 1), [1], 1)
        bench.stop()
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == ["target"])
        #expect(FileManager.default.contents(atPath: outside + "/target") == Data([9]))
        #expect(bench.store.facts.refusedForName == 2)
        // The link itself gave way to the file.
        #expect(bench.bytes("c1/file") == [1])
        let file = try #require(bench.store.file("file:///file", of: 1))
        unlink(bench.path + "/c1/file")
        symlink(outside + "/target", bench.path + "/c1/file")
        #expect(bench.store.open(file) == nil)
        unlink(bench.path + "/c1/file")
        mkfifo(bench.path + "/c1/file", 0o644)
        #expect(bench.store.open(file) == nil)
    }

    @Test("cannot be a file and a folder at once: who comes first stays")
    func clashes() throws {
        let bench = try StoreBench()
        bench.open()
        bench.deliver(StoreSamples.record(0, "a", length: 1), [1])
        bench.deliver(StoreSamples.record(1, "a/b", length: 1), [2])
        bench.deliver(StoreSamples.record(2, "d/e", length: 1), [3])
        bench.deliver(StoreSamples.record(3, "d", length: 1), [4])
        bench.stop()
        #expect(bench.names == ["c0/a", "c0/d/e"])
        #expect(bench.store.facts.refusedForName == 2 && bench.store.facts.bytes == 2)
    }

    @Test("are refused beyond the quota with one sentence, and come again once there is room")
    func quota() throws {
        let bench = try StoreBench(limits: FileStoreLimits(quota: 10_000, freeSpace: 0))
        bench.open()
        let first = StoreSamples.record(0, "first", length: 6_000)
        bench.deliver(first, StoreSamples.bytes(6_000))
        for serial in 1..<4 as Range<UInt64> {
            bench.deliver(StoreSamples.record(serial, "more\(serial)", length: 6_000), StoreSamples.bytes(6_000))
        }
        // Said to be small, and is not.
        bench.deliver(StoreSamples.record(4, "liar", length: nil), StoreSamples.bytes(6_000))
        bench.deliver(StoreSamples.record(5, "small", length: 100), StoreSamples.bytes(100))
        // A file that is dropped while it is being checked gives its room back only then.
        for _ in 0..<3_000 where bench.store.file("file:///first", of: 0)?.isReady != true { usleep(10_000) }
        bench.drop(first)
        bench.deliver(StoreSamples.record(6, "later", length: 6_000), StoreSamples.bytes(6_000))
        bench.stop()
        #expect(bench.names == ["c0/later", "c0/small"])
        #expect(bench.store.facts.refusedForSpace == 4 && bench.store.facts.bytes == 6_100)
        #expect(
            bench.sentences == ["the quota of 10000 bytes for received files is used up: new ones are refused"])
        #expect(bench.store.file("file:///liar", of: 0)?.state == .failed("the quota for received files is used up"))
    }

    @Test("leave the disk the space that is to stay free")
    func freeSpace() throws {
        let bench = try StoreBench(limits: FileStoreLimits(freeSpace: .max))
        bench.open()
        bench.deliver(StoreSamples.record(0, "a", length: 1), [1])
        bench.stop()
        #expect(bench.names.isEmpty && bench.store.facts.refusedForSpace == 1 && bench.sentences.count == 1)
    }

    @Test("of four gigabytes cost nothing but what came of them")
    func huge() throws {
        let bench = try StoreBench(limits: FileStoreLimits(quota: 8 << 30, freeSpace: 0))
        let record = StoreSamples.record(0, "huge", length: 4 << 30)
        bench.open()
        bench.list(record)
        bench.send(record, [1, 2, 3], at: (4 << 30) - 3)
        bench.send(record, [1, 2, 3], at: .max)
        bench.drop(record)
        bench.stop()
        #expect(bench.names.isEmpty && bench.store.facts.bytes == 0)
    }

    @Test("are given up when the disk is too slow, and the reading thread goes on")
    func slowDisk() {
        let backlog = FileBacklog(limit: 1_000, waits: false)
        let key = FileKey(serial: 7)
        let bytes = [UInt8](repeating: 1, count: 400)
        for index in 0..<10 as Range<UInt64> { backlog.add(0, key, at: index * 400, bytes.span.bytes) }
        let jobs = backlog.takeAll(mayWait: false) ?? []
        #expect(jobs.map(\.byteCount) == [800, 0])
        guard case .damaged(0, key)? = jobs.last else {
            Issue.record("the file is not told to be damaged")
            return
        }
        #expect(backlog.damaged == 1)
    }

    @Test("that are told of out of turn change nothing")
    func outOfTurn() throws {
        let bench = try StoreBench()
        let record = StoreSamples.record(0, "a", length: 1)
        bench.deliver(record, [1], 5)
        bench.open()
        bench.send(record, [1])
        bench.complete(record)
        bench.drop(record)
        bench.deliver(record, [1])
        bench.complete(record)
        bench.send(record, [2])
        bench.stop()
        #expect(bench.bytes("c0/a") == [1])
        #expect(bench.names == ["c0/a"])
    }
}
