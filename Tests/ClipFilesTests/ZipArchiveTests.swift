import Bytes
import Foundation
import TestSupport
import Testing
import Timing

@testable import ClipFiles

@Suite("ZIP archives")
struct ZipArchiveTests {
    /// What Python's zipfile says of an archive: names, lengths, dates, checked contents; "bad" when a sum is wrong.
    private static let reading = """
        import sys, zipfile, io, json
        z = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
        bad = z.testzip()
        print(json.dumps({"bad": bad, "files": [[i.filename, i.file_size, list(i.date_time), i.compress_type,
            i.external_attr >> 16, z.read(i).hex()] for i in z.infolist()]}))
        """

    /// 2026-01-01T00:00:11Z; MS-DOS counts in two seconds.
    private static let time = StreamTime(nanoseconds: 1_767_225_611_999_999_999)

    private static func entries() -> [ZipArchive.Entry] {
        var scattered = SliceList()
        for start in stride(from: 0, to: 5_000, by: 188) {
            let packet = (start..<min(5_000, start + 188)).map(UInt8.init(truncatingIfNeeded:))
            scattered.append(contentsOf: SliceList(copying: packet))
        }
        return [
            ZipArchive.Entry(name: "plan.json", content: SliceList(copying: Array("{}".utf8)), modified: time),
            ZipArchive.Entry(name: "01_Main-Camera.mp4", content: scattered, modified: time),
            ZipArchive.Entry(name: "empty", content: SliceList(), modified: StreamTime(nanoseconds: 0)),
        ]
    }

    @Test("Python's zipfile reads every byte, with 32 bits and with ZIP64", arguments: [UInt64(UInt32.max), 100, 0])
    func isRead(_ limit: UInt64) throws {
        guard PeerPython.has("zipfile") else { return print("skipped: there is no Python") }
        let entries = Self.entries()
        let archive = ZipArchive.bytes(of: entries, wideFrom: limit)
        let outcome = try PeerPython.run(["-c", Self.reading], input: Data(archive.joined))
        #expect(outcome.status == 0, "\(outcome.errors)")
        let said = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        #expect(said["bad"] is NSNull)
        let files = try #require(said["files"] as? [[Any]])
        #expect(files.map { $0[0] as? String } == entries.map(\.name))
        for (file, entry) in zip(files, entries) {
            #expect(file[1] as? Int == entry.content.count && file[3] as? Int == 0 && file[4] as? Int == 0o100644)
            let digits = entry.content.joined.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
            #expect(file[5] as? String == digits.joined())
        }
        #expect(files[0][2] as? [Int] == [2026, 1, 1, 0, 0, 10])
        // What MS-DOS cannot say is its first day.
        #expect(files[2][2] as? [Int] == [1980, 1, 1, 0, 0, 0])
    }

    @Test("unzip finds nothing wrong with it")
    func isTested() throws {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/unzip") else {
            return print("skipped: there is no unzip")
        }
        for limit in [UInt64(UInt32.max), 100] {
            let file = FileManager.default.temporaryDirectory.appending(path: "svm-\(UUID().uuidString).zip")
            try Data(ZipArchive.bytes(of: Self.entries(), wideFrom: limit).joined).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/unzip")
            process.arguments = ["-tq", file.path()]
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
    }

    @Test("media stays where it lies, and the same files give the same bytes")
    func lends() {
        let entries = Self.entries()
        let archive = ZipArchive.bytes(of: entries)
        #expect(archive.joined == ZipArchive.bytes(of: Self.entries()).joined)
        let lent = Set(entries[1].content.slices.map { ObjectIdentifier($0.slab) })
        #expect(archive.slices.filter { lent.contains(ObjectIdentifier($0.slab)) }.count == lent.count)
        // Two headers of 30 and 46 bytes and the name twice for each file, and 22 at the end (APPNOTE 4.3).
        let names = entries.reduce(0) { $0 + $1.name.utf8.count }
        #expect(archive.count == 5_002 + 3 * 76 + 2 * names + 22)
    }

    @Test("an archive of nothing is one")
    func isEmpty() throws {
        // The end record alone: its signature and zeros.
        #expect(ZipArchive.bytes(of: []).joined == Array("PK".utf8) + [5, 6] + [UInt8](repeating: 0, count: 18))
    }
}
