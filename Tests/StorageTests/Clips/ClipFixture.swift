import Bytes
import Foundation
import Glibc
import PacketIO
import Timing

@testable import Clips
@testable import Storage

/// A folder of its own for saved clips, and a clock that tests set.
final class ClipFixture: Sendable {
    /// 2026-01-01T00:00:10Z: `date -u -d @1767225610`.
    static let start = StreamTime(nanoseconds: 1_767_225_610_000_000_000)

    let folder: URL
    let told = Guarded<[String]>([])
    private let saved = Guarded(ClipFixture.start)

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "svm-saved-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var path: String { folder.appending(path: "clips").path() }

    /// Opens the store; every clip is saved a second later than the one before.
    func open(
        _ limits: ClipStoreLimits = ClipStoreLimits(freeSpace: 0), calls: DiskCalls = DiskCalls(),
        at path: String? = nil
    ) throws(ClipStoreFailure) -> ClipStore {
        try ClipStore(
            path: path ?? self.path, limits: limits, calls: calls,
            now: { [saved] in
                saved.withLock { time in
                    time = time + StreamDuration(seconds: 1)
                    return time
                }
            }, log: { [told] line in told.withLock { $0.append(line) } })
    }

    /// Names in the folder of a clip.
    func files(of id: ClipID) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + id.text)) ?? []).sorted()
    }

    /// Names in the store's folder.
    var folders: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    /// A clip of so many bytes that begins so many seconds after the others' beginning.
    static func draft(
        bytes: Int = 1_000, _ kind: SavedClip.Kind = .pinned, second: Int64 = 0, channel: String = "Main Camera"
    ) -> ClipDraft {
        var draft = ClipDraft(
            kind, of: ClipChannel(id: "9f2c41d07be3", name: channel), facts: facts(second: second),
            savedBy: "192.0.2.7:50000")
        let content = SliceList(copying: (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        draft.files = [
            ClipDraft.File(
                .transport, content, downloadName: "Main-Camera_20260101T000010Z_9.96s_lost3.ts",
                facts: [("X-Clip-Start", "2026-01-01T00:00:10.000000Z"), ("Bad\r\nName", "x"), ("X-Bad", "a\r\nb")])
        ]
        return draft
    }

    private static func facts(second: Int64) -> ClipFacts {
        var windows = ClipWindows()
        (windows.total, windows.noLoss, windows.recovered, windows.failed) = (12, 9, 2, 1)
        (windows.first, windows.last) = (40, 51)
        let start = start + StreamDuration(seconds: second)
        return ClipFacts(
            requestedStart: start - StreamDuration(milliseconds: 5), start: start,
            duration: StreamDuration(nanoseconds: 9_960_000_011), preroll: .zero, accuracy: .key, content: .repaired,
            lostPackets: 3, recoveredPackets: 2, windows: windows, stretches: [], isClipped: false, isFinal: true,
            parts: 1,
            location: nil, entityTag: "\"x\"", fileName: "x")
    }
}

extension ClipStore {
    /// All bytes of a file; nil when it cannot be opened.
    func bytes(_ file: SavedFile, of id: ClipID) -> [UInt8]? {
        guard let descriptor = open(file, of: id) else { return nil }
        defer { close(descriptor) }
        let slab = Slab(capacity: file.bytes)
        while slab.count < file.bytes, slab.fill(from: descriptor) > 0 {}
        return slab.bytes.copied()
    }
}
