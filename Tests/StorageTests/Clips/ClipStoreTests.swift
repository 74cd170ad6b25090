import Bytes
import Clips
import Foundation
import Glibc
import PacketIO
import Testing
import Timing
import VenueSettings

@testable import Storage

@Suite("Saved clips on the disk")
struct ClipStoreTests {
    @Test("a clip is there with all that is known of it, in this store and in the next one")
    func keeps() throws {
        let fixture = try ClipFixture()
        let store = try fixture.open()
        var draft = ClipFixture.draft()
        draft.name = "Goal 🥅"
        draft.note = "the line\n\"was\" crossed"
        draft.facts.gaps = [
            ClipGap(kind: .outage, time: ClipFixture.start + StreamDuration(nanoseconds: 3_500_000_001))
        ]
        draft.files.append(ClipDraft.File(.report, SliceList(copying: Array("{}".utf8))))
        let clip = try store.save(draft)
        #expect(clip.id.text.hasPrefix("20260101T000010Z-") && ClipID(clip.id.text) == clip.id)
        #expect(clip.bytes == 1_002 && clip.duration.nanoseconds == 9_960_000_011)
        #expect(fixture.files(of: clip.id) == ["clip.json", "clip.ts", "report.json"])
        // A header's value never holds a line break, nor a name anything but letters.
        #expect(clip.files[0].facts.map(\.name) == ["X-Clip-Start"])
        for store in [store, try fixture.open()] {
            #expect(store.page(limit: 10).clips == [clip])
            #expect(store[clip.id] == clip)
            let file = try #require(clip.file(.transport))
            #expect(store.bytes(file, of: clip.id) == draft.files[0].content.joined)
            #expect(store.facts.pinned == 1 && store.facts.bytes > clip.bytes)
        }
        #expect(try JSONDecoder().decode(JSONValue.self, from: Data(clip.json.json)) == clip.json)
        #expect(fixture.told.withLock { $0 }.isEmpty)
    }

    @Test("a clip is deleted at once, and whoever reads it reads on")
    func removes() throws {
        let fixture = try ClipFixture()
        let store = try fixture.open()
        let clip = try store.save(ClipFixture.draft(bytes: 70_000))
        let readers = try (0..<3).map { _ in try #require(store.open(clip.files[0], of: clip.id)) }
        #expect(store.remove(clip.id))
        #expect(!store.remove(clip.id) && store[clip.id] == nil && fixture.folders.isEmpty)
        #expect(store.open(clip.files[0], of: clip.id) == nil)
        for reader in readers {
            let slab = Slab(capacity: 70_000)
            while slab.count < 70_000, slab.fill(from: reader) > 0 {}
            #expect(slab.bytes.copied() == ClipFixture.draft(bytes: 70_000).files[0].content.joined)
            close(reader)
        }
        #expect(store.facts.bytes == 0 && store.facts.removed == 1)
    }

    @Test("what was half made is swept away, what is not ours or contradicts itself is left alone")
    func sweeps() throws {
        let fixture = try ClipFixture()
        let clips = try (0..<4).map { try fixture.open().save(ClipFixture.draft(second: Int64($0))) }
        func path(_ number: Int, _ name: String) -> String { "\(fixture.path)/\(clips[number].id.text)/\(name)" }
        // Killed before the last step, and in the midst of deleting.
        rename(path(0, "clip.json"), path(0, "clip.json.part"))
        // Somebody cut a file, and somebody wrote into what is known of another clip.
        truncate(path(1, "clip.ts"), 999)
        try Data("{\"schema\":1,\"id\":\"../../etc\"}".utf8).write(to: URL(filePath: path(2, "clip.json")))
        let foreign = fixture.path + "/holiday"
        try FileManager.default.createDirectory(atPath: foreign, withIntermediateDirectories: true)
        let linked = fixture.path + "/20260101T000010Z-00000000"
        symlink("/", linked)
        let store = try fixture.open()
        #expect(store.page(limit: 10).clips == [clips[3]])
        #expect(store.facts.swept == 1 && store.facts.damaged == 2)
        let left = [clips[1].id.text, clips[2].id.text, clips[3].id.text, "holiday", "20260101T000010Z-00000000"]
        #expect(fixture.folders == left.sorted())
        #expect(fixture.files(of: clips[1].id) == ["clip.json", "clip.ts"])
        #expect(fixture.told.withLock { $0 }.count == 3)
    }

    @Test("an odd file in a half-made clip keeps its folder")
    func keepsStrangers() throws {
        let fixture = try ClipFixture()
        let clip = try fixture.open().save(ClipFixture.draft())
        let folder = "\(fixture.path)/\(clip.id.text)"
        unlink(folder + "/clip.json")
        try Data("mine".utf8).write(to: URL(filePath: folder + "/notes.txt"))
        #expect(try fixture.open().page(limit: 10).clips.isEmpty)
        #expect(fixture.files(of: clip.id) == ["notes.txt"])
    }

    @Test(
        "what is no name of a clip never reaches the disk",
        arguments: [
            "", ".", "..", "../x", "/etc/passwd", "20260101T000010Z-1a2b3c4", "20260101T000010Z-1a2b3c4dd",
            "20260101T000010Z-1A2B3C4D", "20260101T000010Z_1a2b3c4d", "2026010\u{661}T000010Z-1a2b3c4d",
            "20260101T000010Z-1a2b3c4/", "a0260101T000010Z-1a2b3c4d", "20260101T000010Z-1a2b3c4\0",
        ])
    func refusesNames(_ text: String) { #expect(ClipID(text) == nil) }

    @Test("pages go from the latest pictures back, and know channels, instants and kinds")
    func pages() throws {
        let fixture = try ClipFixture()
        let store = try fixture.open()
        var ids: [ClipID] = []
        // Not in the order of their pictures.
        for second in [30, 10, 50, 20, 40] as [Int64] {
            let kind: SavedClip.Kind = second == 20 ? .automatic : .pinned
            ids.append(
                try store.save(ClipFixture.draft(kind, second: second, channel: second < 30 ? "A" : "B")).id)
        }
        let order = [ids[2], ids[4], ids[0], ids[3], ids[1]]
        var page = store.page(limit: 2)
        #expect(page.clips.map(\.id) == Array(order[0..<2]) && page.next == order[1])
        // A page goes on where it was even when the clip that it ended with is gone.
        store.remove(order[1])
        page = store.page(limit: 2, before: page.next)
        #expect(page.clips.map(\.id) == Array(order[2..<4]))
        page = store.page(limit: 2, before: page.next)
        #expect(page.clips.map(\.id) == [order[4]] && page.next == nil)
        var filter = ClipFilter()
        filter.channel = "A"
        #expect(store.page(filter, limit: 9).clips.map(\.id) == [ids[3], ids[1]])
        filter.kind = .automatic
        #expect(store.page(filter, limit: 9).clips.map(\.id) == [ids[3]])
        // Clips last 9.96 s: those of second 10 end before second 20, that of second 20 begins with it.
        filter = ClipFilter()
        filter.from = ClipFixture.start + StreamDuration(milliseconds: 19_970)
        filter.to = ClipFixture.start + StreamDuration(seconds: 30)
        #expect(store.page(filter, limit: 9).clips.map(\.id) == [ids[3]])
    }

    @Test("texts and files of a clip are bounded")
    func bounds() throws {
        let fixture = try ClipFixture()
        let store = try fixture.open()
        var draft = ClipFixture.draft()
        draft.name = String(repeating: "é", count: 129)
        #expect(throws: ClipStoreFailure.tooLong(what: "name", limit: 256)) { try store.save(draft) }
        draft.name = String(repeating: "é", count: 128)
        draft.note = String(repeating: "x", count: 4_097)
        #expect(throws: ClipStoreFailure.tooLong(what: "note", limit: 4_096)) { try store.save(draft) }
        draft.note = nil
        draft.files.append(draft.files[0])
        #expect(throws: ClipStoreFailure.misshapen) { try store.save(draft) }
        draft.files = []
        #expect(throws: ClipStoreFailure.misshapen) { try store.save(draft) }
        #expect(fixture.folders.isEmpty)
    }

    @Test("many threads save, list, read and delete at once, and the sums are right in the end")
    func isThreadSafe() throws {
        let fixture = try ClipFixture()
        let store = try fixture.open()
        DispatchQueue.concurrentPerform(iterations: 24) { number in
            guard let clip = try? store.save(ClipFixture.draft(bytes: 3_000 + number, second: Int64(number % 3))) else {
                return
            }
            _ = store.page(limit: 100)
            #expect(store.bytes(clip.files[0], of: clip.id)?.count == 3_000 + number)
            if number % 2 == 0 { #expect(store.remove(clip.id)) }
        }
        #expect(store.page(limit: 100).clips.count == 12 && store.facts.pinned == 12)
        let next = try fixture.open()
        #expect(next.facts.bytes == store.facts.bytes && next.page(limit: 100) == store.page(limit: 100))
    }
}
