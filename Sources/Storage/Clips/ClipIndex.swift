import Timing

/// What is saved, in memory, and the arithmetic of room: nobody reads the disk to answer a list.
struct ClipIndex {
    /// A clip with all bytes that it takes, those of what it says of itself included.
    struct Entry {
        var clip: SavedClip
        var bytes: Int
    }

    /// More than any disk has; sums of it still fit.
    static let mostBytes = Int.max / 4

    let limits: ClipStoreLimits
    private var entries: [ClipID: Entry] = [:]
    /// The ids in the order of the clips' first pictures.
    private var order: [ClipID] = []
    /// Bytes of the entries.
    private var bytes = 0
    /// Bytes of clips that are being written or removed.
    private var moving = 0
    /// Clips that are being written.
    private var writing = 0
    /// What else happened.
    private var counts = ClipStoreFacts()

    init(limits: ClipStoreLimits) { self.limits = limits }

    /// Makes room for `wanted` bytes of a new clip where `free` bytes are free on the disk, and sets it aside.
    ///
    /// For an automatic clip older automatic ones leave the list, which must be erased now; what people saved never does.
    mutating func admit(
        _ wanted: Int, _ kind: SavedClip.Kind, free: Int, path: String
    ) throws(ClipStoreFailure) -> [Entry] {
        var used = bytes + moving
        var left = min(free, Self.mostBytes) - moving
        var count = entries.count + writing
        var victims: [Entry] = []
        if kind == .automatic {
            let oldest = entries.values.filter { $0.clip.kind == .automatic }.sorted {
                ($0.clip.savedAt, $0.clip.id) < ($1.clip.savedAt, $1.clip.id)
            }
            for entry in oldest where !fits(wanted, used, left, count) {
                used -= entry.bytes
                left += entry.bytes
                count -= 1
                victims.append(entry)
            }
        }
        // Nothing is removed for a clip that does not fit all the same.
        if let failure = refusal(wanted, used, left, count, path) {
            counts.refused += 1
            throw failure
        }
        for victim in victims { _ = take(victim.clip.id) }
        moving += wanted
        writing += 1
        return victims
    }

    private func fits(_ wanted: Int, _ used: Int, _ left: Int, _ count: Int) -> Bool {
        refusal(wanted, used, left, count, "") == nil
    }

    private func refusal(
        _ wanted: Int, _ used: Int, _ left: Int, _ count: Int, _ path: String
    ) -> ClipStoreFailure? {
        if count >= limits.clips { return .tooMany(limit: limits.clips) }
        if wanted > limits.quota - used { return .overQuota(wanted: wanted, quota: limits.quota) }
        if left - wanted < limits.freeSpace { return .diskFull(path: path) }
        return nil
    }

    /// Puts a clip that is written onto the list.
    mutating func commit(_ entry: Entry) {
        moving -= entry.bytes
        writing -= 1
        counts.saved += 1
        insert(entry)
    }

    /// Gives back what was set aside for a clip that could not be written.
    mutating func abandon(_ wanted: Int) {
        moving -= wanted
        writing -= 1
        counts.failed += 1
    }

    /// Adds a clip that lies on the disk.
    mutating func insert(_ entry: Entry) {
        guard entries.updateValue(entry, forKey: entry.clip.id) == nil else { return }
        order.insert(entry.clip.id, at: place(of: entry.clip.id))
        bytes += entry.bytes
    }

    /// Takes a clip off the list; its bytes count until `erased` says that they are gone.
    mutating func take(_ id: ClipID) -> Entry? {
        guard let entry = entries.removeValue(forKey: id) else { return nil }
        order.remove(at: place(of: id))
        bytes -= entry.bytes
        moving += entry.bytes
        return entry
    }

    /// The bytes of a clip that was taken off the list are gone.
    mutating func erased(_ entry: Entry) {
        moving -= entry.bytes
        counts.removed += 1
    }

    /// Takes note of what was found when the store was opened.
    mutating func note(swept: Int, damaged: Int) {
        counts.swept = swept
        counts.damaged = damaged
    }

    /// The first place whose id is not before `id`.
    private func place(of id: ClipID) -> Int {
        var low = 0
        var high = order.count
        while low < high {
            let middle = (low + high) / 2
            if order[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low
    }

    subscript(id: ClipID) -> SavedClip? { entries[id]?.clip }

    /// Clips that `filter` lets through, those with the latest pictures first, from before `id` on.
    func page(_ filter: ClipFilter, limit: Int, before id: ClipID?) -> SavedClipPage {
        var page = SavedClipPage(clips: [], next: nil)
        for candidate in order[..<(id.map(place) ?? order.count)].reversed() {
            guard let clip = entries[candidate]?.clip, filter.passes(clip) else { continue }
            guard page.clips.count < limit else {
                page.next = page.clips.last?.id
                break
            }
            page.clips.append(clip)
        }
        return page
    }

    var facts: ClipStoreFacts {
        var facts = counts
        facts.automatic = entries.values.count { $0.clip.kind == .automatic }
        facts.pinned = entries.count - facts.automatic
        facts.bytes = bytes + moving
        facts.quota = limits.quota
        return facts
    }
}
