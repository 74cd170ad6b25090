import Bytes
import Foundation
import Glibc
import Kernels
import ObjectDelivery
import TestSupport
import Testing

@testable import VenueRuntime

@Suite("File store")
struct FileStoreTests {
    @Test("puts a file together from ranges in any order, and gives it its name once its digest is right")
    func anyOrder() throws {
        let bench = try StoreBench()
        // `printf 'hello file channel' | md5sum`
        let md5 = try StoreSamples.hex("cbe22a3681047de793c1ad50788e46ad")
        let record = StoreSamples.record(0, "goals/first.txt", length: 18, md5: md5)
        let bytes = Array("hello file channel".utf8)
        bench.open()
        bench.list(record)
        bench.send(record, Array(bytes[11...]), at: 11)
        bench.send(record, Array(bytes[..<5]), at: 0)
        bench.send(record, Array(bytes[5..<11]), at: 5)
        bench.complete(record)
        bench.stop()
        let file = try #require(bench.store.file("file:///goals/first.txt", of: 0))
        #expect(file.state == .ready(length: 18))
        #expect(file.localFilename == "c0/goals/first.txt")
        #expect(bench.bytes("c0/goals/first.txt") == bytes)
        #expect(bench.names == ["c0/goals/first.txt"])
        #expect(bench.store.facts.ready == 1 && bench.store.facts.bytes == 18)
    }

    @Test("keeps nothing of a file with another digest or length than its table says")
    func flaws() throws {
        let bench = try StoreBench()
        bench.open()
        let wrong = StoreSamples.record(0, "a", length: 3, md5: [UInt8](repeating: 0, count: 16))
        bench.deliver(wrong, [1, 2, 3])
        let short = StoreSamples.record(1, "b", length: 4)
        bench.deliver(short, [1, 2, 3])
        let long = StoreSamples.record(2, "c", length: 3, content: 2)
        bench.deliver(long, [1, 2, 3])
        bench.stop()
        #expect(bench.names.isEmpty)
        #expect(bench.store.facts.failedChecks == 3 && bench.store.facts.bytes == 0)
        let states = bench.store.files(of: 0).map(\.state)
        #expect(states.first == .failed("has another MD5 than its table says"))
        #expect(states.last == .failed("has 3 bytes where its table says 2"))
        #expect(bench.store.files(of: 0).allSatisfy { $0.localFilename == nil })
    }

    struct Packed: CustomTestStringConvertible {
        var testDescription: String
        var coding: FileRecord.Coding
        var hex: String
    }

    // "goal " two thousand times by Python's zlib.compressobj(9, DEFLATED, -15), zlib.compress and gzip.compress.
    static let stem =
        "edc4310d00000803302b58e3da4382ff0f1d24edd16c4f4592244992244992244992244992a4df1d"
    static let packed = [
        Packed(testDescription: "gzip", coding: .gzip, hex: "1f8b0800000000000203\(stem)7c25219710270000"),
        Packed(testDescription: "zlib", coding: .zlib, hex: "78da\(stem)5aecc434"),
        Packed(testDescription: "deflate", coding: .deflate, hex: stem),
        Packed(testDescription: "deflate that is zlib", coding: .deflate, hex: "78da\(stem)5aecc434"),
    ]

    @Test("unpacks what is sent packed, and takes a digest of either form", arguments: packed)
    func unpacks(_ example: Packed) throws {
        let bytes = try StoreSamples.hex(example.hex)
        let text = Array(String(repeating: "goal ", count: 2_000).utf8)
        // `md5sum` of the text.
        let ofText = try StoreSamples.hex("3177ede715efd120213c6dbb6058d054")
        let bench = try StoreBench()
        bench.open()
        for (serial, md5) in [ofText, MD5.digest(of: bytes.span.bytes), nil].enumerated() {
            bench.deliver(
                StoreSamples.record(
                    UInt64(serial), "text\(serial)", length: bytes.count, coding: example.coding, content: 10_000,
                    md5: md5), bytes)
        }
        bench.deliver(
            StoreSamples.record(3, "cut", length: bytes.count - 9, coding: example.coding, content: 10_000),
            Array(bytes.dropLast(9)))
        bench.deliver(
            StoreSamples.record(4, "longer", length: bytes.count, coding: example.coding, content: 9_999), bytes)
        bench.stop()
        #expect(bench.names == ["c0/text0", "c0/text1", "c0/text2"])
        for serial in 0..<3 { #expect(bench.bytes("c0/text\(serial)") == text) }
        #expect(bench.store.facts.failedChecks == 2 && bench.store.facts.bytes == 30_000)
    }

    @Test("does not let a small packed file fill the disk")
    func bomb() throws {
        let bench = try StoreBench(limits: FileStoreLimits(quota: 1 << 20, freeSpace: 0))
        let zeros = [UInt8](repeating: 0, count: 8 << 20)
        let packed = Deflater.zlibStream(of: zeros.span.bytes)
        let bytes = try #require(packed)
        let record = StoreSamples.record(0, "zeros", length: bytes.count, coding: .zlib)
        var unknown = record
        unknown.contentLength = nil
        bench.open()
        bench.deliver(unknown, bytes)
        bench.stop()
        #expect(bench.names.isEmpty)
        #expect(bench.store.facts.refusedForSpace == 1 && bench.store.facts.bytes == 0)
    }

    @Test("replaces a file by its new version in one step, and lets readers read on")
    func versions() throws {
        let bench = try StoreBench()
        let old = StoreSamples.bytes(5_000, seed: 1)
        let new = StoreSamples.bytes(6_000, seed: 2)
        let first = StoreSamples.record(0, "replay.mp4", length: 5_000)
        let second = StoreSamples.record(1, "replay.mp4", length: 6_000, version: 2)
        bench.open()
        bench.deliver(first, old)
        wait(for: bench) { $0.store.facts.ready == 1 }
        let reader = try #require(bench.store.file(first.uri, of: 0).flatMap { bench.store.open($0) })
        defer { close(reader.descriptor) }
        bench.list(second)
        bench.drop(first)
        bench.send(second, Array(new[..<100]))
        wait(for: bench) { $0.store.files(of: 0).count == 2 }
        // The old one stays until the new one is whole.
        #expect(bench.bytes("c0/replay.mp4") == old)
        #expect(bench.store.file(first.uri, of: 0)?.record.version == 1)
        bench.send(second, Array(new[100...]), at: 100)
        bench.complete(second)
        bench.stop()
        #expect(bench.bytes("c0/replay.mp4") == new)
        #expect(bench.store.files(of: 0).map(\.record.version) == [2])
        #expect(bench.store.facts.bytes == 6_000)
        var read = [UInt8](repeating: 0, count: 6_000)
        #expect(pread(reader.descriptor, &read, 6_000, 0) == 5_000)
        #expect(Array(read.prefix(5_000)) == old)
    }

    @Test("removes what is out of the table, its empty folders too, unless it keeps what was whole")
    func dropped() throws {
        for keeps in [false, true] {
            let bench = try StoreBench(keepsDropped: keeps)
            let whole = StoreSamples.record(0, "a/b/whole", length: 3)
            let part = StoreSamples.record(1, "a/part", length: 9)
            let stays = StoreSamples.record(2, "a/stays", length: 1)
            bench.open()
            bench.deliver(whole, [1, 2, 3])
            bench.deliver(stays, [1])
            bench.list(part)
            bench.send(part, [1, 2])
            bench.drop(whole)
            bench.drop(part)
            bench.stop()
            #expect(bench.names == (keeps ? ["c0/a/b/whole", "c0/a/stays"] : ["c0/a/stays"]))
            #expect(FileManager.default.fileExists(atPath: bench.path + "/c0/a/b") == keeps)
            #expect(bench.store.facts.bytes == (keeps ? 4 : 1))
        }
    }

    @Test("drops the old version when the new one comes to nothing")
    func orphan() throws {
        let bench = try StoreBench()
        let first = StoreSamples.record(0, "x", length: 2)
        let second = StoreSamples.record(1, "x", length: 4, version: 2)
        bench.open()
        bench.deliver(first, [1, 2])
        bench.list(second)
        bench.drop(first)
        bench.drop(second)
        bench.stop()
        #expect(bench.names.isEmpty && bench.store.files(of: 0).isEmpty && bench.store.facts.bytes == 0)
    }

    @Test("takes a thousand files at once, more than it keeps open")
    func thousand() throws {
        let bench = try StoreBench()
        bench.open()
        let records = (0..<1_000).map { StoreSamples.record(UInt64($0), "many/\($0 % 10)/\($0).bin", length: 20) }
        for record in records { bench.list(record) }
        for half in 0..<2 {
            for record in records {
                let bytes = StoreSamples.bytes(20, seed: UInt8(truncatingIfNeeded: record.object))
                bench.send(record, Array(bytes[(half * 10)..<(half * 10 + 10)]), at: UInt64(half * 10))
            }
        }
        for record in records { bench.complete(record) }
        bench.stop()
        #expect(bench.names.count == 1_000)
        for index in [0, 1, 499, 999] {
            #expect(
                bench.bytes("c0/many/\(index % 10)/\(index).bin")
                    == StoreSamples.bytes(20, seed: UInt8(truncatingIfNeeded: index)))
        }
    }

    @Test("keeps a file of no byte")
    func empty() throws {
        let bench = try StoreBench()
        // `md5sum /dev/null`
        let md5 = try StoreSamples.hex("d41d8cd98f00b204e9800998ecf8427e")
        bench.open()
        bench.deliver(StoreSamples.record(0, "empty", length: 0, md5: md5), [])
        bench.stop()
        #expect(bench.bytes("c0/empty") == [])
    }

    @Test("begins empty where it was before, and does not touch what is not its own")
    func restart() throws {
        let bench = try StoreBench()
        bench.open()
        bench.deliver(StoreSamples.record(0, "old", length: 1), [1])
        bench.list(StoreSamples.record(1, "half", length: 9))
        bench.stop()
        #expect(bench.names == ["c0/old"])
        let again = try StoreBench(at: bench.path)
        #expect(again.names.isEmpty)
        let foreign = NSTemporaryDirectory() + "svm-foreign-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: foreign, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: foreign) }
        try Data([1]).write(to: URL(filePath: foreign + "/photo.jpg"))
        #expect(throws: FileStore.Failure.foreign(path: foreign)) { try FileStore(path: foreign) }
        #expect(FileManager.default.contents(atPath: foreign + "/photo.jpg") == Data([1]))
    }

    private func wait(for bench: StoreBench, until isDone: (StoreBench) -> Bool) {
        for _ in 0..<2_000 where !isDone(bench) { usleep(5_000) }
    }
}
