import Bytes

/// Files that were made lately, bounded by their bytes; what was not asked for longest goes first.
struct PictureCache {
    private struct Entry {
        var file: PictureFile
        var used: UInt64
    }

    /// What an entry counts beside its file.
    private static let overhead = 256

    let limit: Int
    private var entries: [String: Entry] = [:]
    private var clock: UInt64 = 0
    /// Bytes kept, some for each entry itself.
    private(set) var byteCount = 0

    /// Keeps at most `limit` bytes.
    init(limit: Int) { self.limit = limit }

    /// The file called `name`, if it is kept.
    mutating func file(_ name: String) -> PictureFile? {
        guard entries[name] != nil else { return nil }
        clock += 1
        entries[name]?.used = clock
        return entries[name]?.file
    }

    /// Keeps a file, unless it alone is too large.
    mutating func keep(_ file: PictureFile, _ name: String) {
        let size = file.body.count + Self.overhead
        guard size <= limit, entries[name] == nil else { return }
        while byteCount > limit - size, let oldest = entries.min(by: { $0.value.used < $1.value.used }) {
            byteCount -= oldest.value.file.body.count + Self.overhead
            entries[oldest.key] = nil
        }
        clock += 1
        entries[name] = Entry(file: file, used: clock)
        byteCount += size
    }
}
