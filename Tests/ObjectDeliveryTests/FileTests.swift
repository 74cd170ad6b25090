import Bytes
import NetworkFormats
import Testing
import Timing
import VenueWire

@testable import ObjectDelivery

@Suite("Files of a file channel")
struct FileTests {
    @Test("ranges go out as they come, and the file is complete with its last packet")
    func ranges() throws {
        var listener = Listener(.file)
        let content = Packets.bytes(2_500)
        listener.take(Packets.table(1, Packets.file(7, "clips/a.ts", 2_500)))
        #expect(listener.story == ["listed clips/a.ts 1"])
        let packets = Packets.object(content, object: 7, symbolLength: 400, blockLength: 3)
        #expect(packets.count == 7)
        listener.take([packets[6], packets[0], packets[1], packets[3], packets[3]])
        let key = try #require(listener.receiver.files.first?.key)
        let ranges = listener.output.events.compactMap { event -> String? in
            guard case .fileBytes(key, let offset, let range) = event else { return nil }
            return "\(offset)+\(range.count)"
        }
        // Bytes 0…799 came one behind the other; the repeated packet told nothing.
        #expect(ranges == ["2400+100", "0+800", "1200+400"])
        listener.take([packets[2], packets[4], packets[5]])
        #expect(listener.story == ["listed clips/a.ts 1", "completed clips/a.ts 1"])
        #expect(listener.content(of: key.serial, length: 2_500) == content)
        #expect(listener.receiver.files.map(\.isComplete) == [true])
        #expect(listener.receiver.counters.malformed == 0)
        #expect(listener.receiver.heldBytes < 1_000)
    }

    @Test("packets that come before their table wait for it")
    func late() throws {
        var listener = Listener(.file)
        let content = Packets.bytes(900)
        let packets = Packets.object(content, object: 3, symbolLength: 100)
        listener.take(Array(packets[4...]))
        #expect(listener.output.events.isEmpty)
        listener.take(Packets.table(1, Packets.file(3, "x", 900)), at: 100)
        #expect(listener.story == ["listed x 1"])
        listener.take(Array(packets[..<4]), at: 200)
        #expect(listener.story.last == "completed x 1")
        #expect(listener.content(of: try #require(listener.serial(of: "x")), length: 900) == content)
        // Objects that no table ever names are let go.
        listener.take([Packets.object(content, object: 9, symbolLength: 100)[0]], at: 300)
        let held = listener.receiver.heldBytes
        listener.tick(at: 300)
        listener.tick(at: 40_000)
        #expect(listener.receiver.heldBytes < held)
    }

    @Test("how an object is sent may stand in the table alone")
    func tableInformation() {
        var listener = Listener(.file)
        let content = Packets.bytes(50)
        let oti =
            "FEC-OTI-FEC-Encoding-ID='0' FEC-OTI-Maximum-Source-Block-Length='4' FEC-OTI-Encoding-Symbol-Length='8'"
        listener.take(Packets.table(1, Packets.file(1, "a", 50, more: oti)))
        listener.take(
            Packets.object(content, object: 1, symbolLength: 8, blockLength: 4, hasInformation: false))
        #expect(listener.story.last == "completed a 1")
        // EXT_FTI has priority: here the table's symbol length is wrong.
        listener.take(Packets.table(2, Packets.file(1, "a", 50) + Packets.file(2, "b", 50, more: oti)))
        listener.take(Packets.object(content, object: 2, symbolLength: 16, blockLength: 4))
        #expect(listener.story.last == "completed b 1")
    }

    @Test("a new TOI is a new version, which replaces the old one when it is complete")
    func versions() throws {
        var listener = Listener(.file)
        let old = Packets.bytes(100, seed: 1)
        let new = Packets.bytes(100, seed: 2)
        listener.take(Packets.table(1, Packets.file(1, "score.json", 100)))
        listener.take(Packets.object(old, object: 1, symbolLength: 50))
        listener.take(Packets.table(2, Packets.file(2, "score.json", 100)))
        #expect(listener.story == ["listed score.json 1", "completed score.json 1", "listed score.json 2"])
        // The instance before says nothing any more.
        listener.take(Packets.table(1, Packets.file(1, "score.json", 100), lasting: 61))
        #expect(listener.story.count == 3)
        let packets = Packets.object(new, object: 2, symbolLength: 50)
        listener.take([packets[0]])
        // A third version comes before the second is whole.
        listener.take(Packets.table(3, Packets.file(3, "score.json", 100)))
        listener.take(Packets.object(new, object: 3, symbolLength: 50))
        #expect(
            listener.story.dropFirst(3) == [
                "dropped score.json 2", "listed score.json 3", "completed score.json 3", "dropped score.json 1",
            ])
        #expect(listener.receiver.files.map(\.isCurrent) == [false, false, true])
        #expect(listener.receiver.files.map(\.isComplete) == [true, false, true])
        #expect(listener.content(of: try #require(listener.serial(of: "score.json")), length: 100) == new)
    }

    @Test("instance IDs wrap at 2²⁰, and the higher one wins across the wrap")
    func instanceWrap() {
        var listener = Listener(.file)
        listener.take(Packets.table(0xf_ffff, Packets.file(1, "a", 10)))
        listener.take(Packets.table(0, Packets.file(2, "a", 10)))
        listener.take(Packets.table(0xf_fffe, Packets.file(3, "a", 10)))
        #expect(listener.story == ["listed a 1", "dropped a 1", "listed a 2"])
    }

    @Test("files leave the table when it expires, and come again as new versions")
    func expiry() {
        var listener = Listener(.file)
        listener.take(Packets.table(1, Packets.file(1, "a", 10) + Packets.file(2, "b", 10), lasting: 5))
        listener.take(Packets.object(Packets.bytes(10), object: 1))
        listener.tick(at: 4_000)
        #expect(listener.story.count == 3)
        listener.take(Packets.table(2, Packets.file(2, "b", 10), lasting: 50), at: 4_500)
        listener.tick(at: 5_000)
        #expect(listener.story.dropFirst(3) == ["dropped a 1"])
        // A table that had expired before it came says nothing.
        listener.take(Packets.table(3, Packets.file(3, "c", 10), lasting: 5), at: 6_000)
        #expect(listener.receiver.counters.expired == 1)
        listener.take(Packets.table(4, Packets.file(1, "a", 10), lasting: 50), at: 7_000)
        #expect(listener.story.last == "listed a 2")
        listener.receiver.finish(at: Packets.at(8_000), into: &listener.output)
        #expect(listener.story.suffix(2) == ["dropped b 1", "dropped a 2"])
    }

    @Test("tables come compressed in three ways, of FLUTE version 1 or 2")
    func tables() throws {
        // zlib.compress, zlib.compressobj(9, 8, -15) and gzip.compress of Python 3.11 for three tables.
        let packed: [(coding: UInt8, hex: String)] = [
            (
                1,
                "78dab3717309d1f5cc2b2e49cc4b4e5570ad28c82c4a2db65532b6343733323431313350b2b371cbcc495508"
                    + "f1f7b45532545270cecf2b49cd2bd1f5c94f4e2cc9cccfb355aa42164dcd4b2fc9002a3450d2b7b3d14736dc"
                    + "0e00e827210f"
            ),
            (
                2,
                "b3717309d1f5cc2b2e49cc4b4e5570ad28c82c4a2db65532b6343733323431313350b2b371cbcc495508f1f7"
                    + "b45532525270cecf2b49cd2bd1f5c94f4e2cc9cccfb355aa42164dcd4b2fc9b055323450d2b7b3d14736dc0e"
                    + "00"
            ),
            (
                3,
                "1f8b0800000000000203b3717309d1f5cc2b2e49cc4b4e5570ad28c82c4a2db65532b6343733323431313350"
                    + "b2b371cbcc495508f1f7040a2b2938e7e795a4e695e8fae427279664e6e7d92a55218ba6e6a59764d82a191a"
                    + "28e9dbd9e8231b6e070084a95c226b000000"
            ),
        ]
        var listener = Listener(.file)
        listener.take(Packets.table(1, Packets.file(21, "v1", 10), version: 1))
        listener.take(Packets.table(2, Packets.file(22, "v3", 10), version: 3))
        #expect(listener.story == ["listed v1 1"])
        #expect(listener.receiver.counters.unsupported == 1)
        for (coding, hex) in packed {
            let mark = TableMark(instance: UInt32(coding) + 9)
            let bytes = try #require([UInt8](hex: hex))
            listener.take(Packets.object(bytes, object: 0, symbolLength: 40, mark: mark, coding: coding))
        }
        #expect(listener.story.dropFirst() == ["listed z1 1", "listed z2 1", "listed z3 1"])
        // A coding that nobody knows, and one that does not fit the bytes.
        for (instance, coding) in [(20, 4), (21, 3)] as [(UInt32, UInt8)] {
            let bytes = try #require([UInt8](hex: packed[0].hex))
            let mark = TableMark(instance: instance)
            listener.take(Packets.object(bytes, object: 0, symbolLength: 40, mark: mark, coding: coding))
        }
        #expect(listener.receiver.counters.refused == 2)
    }

    @Test("a new session forgets TOIs and tables, but not the files that are there")
    func session() {
        var listener = Listener(.file)
        listener.take(Packets.table(9, Packets.file(1, "a", 10) + Packets.file(2, "b", 10)))
        listener.take(Packets.object(Packets.bytes(10), object: 1))
        listener.receiver.newSession(at: Packets.at(100), into: &listener.output)
        listener.take(Packets.table(1, Packets.file(1, "a", 10)), at: 200)
        listener.take(Packets.object(Packets.bytes(10, seed: 5), object: 1), at: 300)
        #expect(
            listener.story == [
                "listed a 1", "listed b 1", "completed a 1", "dropped b 1", "listed a 2", "completed a 2",
                "dropped a 1",
            ])
    }

    @Test("a closed session's tables are forgotten when another one begins")
    func closed() throws {
        var listener = Listener(.file)
        listener.take(Packets.table(9, Packets.file(1, "a", 10)))
        var closing = Packets.object(Packets.bytes(10), object: 1, symbolLength: 16)[0]
        closing[1] |= 2
        listener.take([closing])
        listener.take(Packets.table(1, Packets.file(1, "b", 10)), at: 500)
        #expect(listener.story == ["listed a 1", "completed a 1", "dropped a 1", "listed b 1"])
    }

    @Test("a sender that begins anew without a word is met by what its table's packets say")
    func restarted() {
        var listener = Listener(.file)
        listener.take(Packets.table(1, Packets.file(1, "a", 10)))
        listener.take(Packets.object(Packets.bytes(10), object: 1))
        // The same instance and TOI, the same length, but another digest.
        let digest = "Content-MD5='AAECAwQFBgcICQoLDA0ODw=='"
        listener.take(Packets.table(1, Packets.file(1, "a", 10, more: digest)))
        listener.take(Packets.table(1, Packets.file(1, "a", 10, more: digest.replacing("AAEC", with: "AAED"))))
        #expect(listener.story == ["listed a 1", "completed a 1", "listed a 1", "dropped a 1", "listed a 2"])
    }

    @Test("a table that is wrong about a length does not begin its file anew each time")
    func wrongLength() {
        var listener = Listener(.file)
        for instance in 1...3 as ClosedRange<UInt32> {
            listener.take(Packets.table(instance, Packets.file(1, "a", 999)))
            if instance == 1 { listener.take(Packets.object(Packets.bytes(10), object: 1)) }
        }
        #expect(listener.story == ["listed a 1", "listed a 1", "completed a 1"])
        #expect(listener.receiver.files.first?.contentLength == 10)
    }

    @Test("an empty file is complete as soon as it is listed")
    func empty() {
        var listener = Listener(.file)
        listener.take(Packets.table(1, Packets.file(1, "empty", 0)))
        #expect(listener.story == ["listed empty 1", "completed empty 1"])
    }
}
