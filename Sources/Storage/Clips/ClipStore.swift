import Clips
import Glibc
import PacketIO
import Timing
import VenueSettings

/// Saved clips on the disk: a folder for each, with the clip, its evidence, the report and what is known of it.
///
/// A clip is there as a whole or not at all, whenever the program is killed. What is beyond the quota, or would leave too
/// little free on the disk, is refused, and nothing else stops. The list is kept in memory.
public final class ClipStore: Sendable {
    /// The folder's path.
    public let path: String
    private let folder: ClipFolder
    private let index: Guarded<ClipIndex>
    private let now: @Sendable () -> StreamTime

    /// How often chance is asked for another name.
    private static let attempts = 16

    /// Keeps clips in the folder at `path`, which is made when it is not there; half-made ones in it are removed.
    ///
    /// Whatever else lies there is left alone.
    public convenience init(
        path: String, limits: ClipStoreLimits = ClipStoreLimits(), log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(ClipStoreFailure) {
        try self.init(
            path: path, limits: limits, calls: DiskCalls(),
            now: { StreamTime(nanoseconds: SystemClock().read().realtime) }, log: log)
    }

    init(
        path: String, limits: ClipStoreLimits, calls: DiskCalls, now: @escaping @Sendable () -> StreamTime,
        log: @escaping @Sendable (String) -> Void
    ) throws(ClipStoreFailure) {
        self.path = path
        self.now = now
        let root: FolderHandle
        do throws(SystemFault) {
            if mkdir(path, 0o755) != 0, errno != EEXIST { throw SystemFault() }
            root = try FolderHandle(path: path)
        } catch {
            throw .unusable(path: path, reason: error.reason)
        }
        folder = ClipFolder(root: root, calls: calls)
        var found = ClipIndex(limits: limits)
        var (swept, damaged) = (0, 0)
        for name in root.names.sorted() {
            switch folder.find(name) {
            case nil: break
            case .clip(let entry): found.insert(entry)
            case .swept: swept += 1
            case .damaged:
                damaged += 1
                log("the saved clip \(path)/\(name) is damaged: it is not shown, and left as it is")
            }
        }
        if swept > 0 { log("\(swept) clips that were half saved are removed from \(path)") }
        found.note(swept: swept, damaged: damaged)
        index = Guarded(found)
    }

    /// How the clips are doing.
    public var facts: ClipStoreFacts { index.withLock { $0.facts } }

    /// Some clips, those with the latest pictures first; `id` is the `next` of the page before.
    public func page(_ filter: ClipFilter = ClipFilter(), limit: Int, before id: ClipID? = nil) -> SavedClipPage {
        index.withLock { $0.page(filter, limit: limit, before: id) }
    }

    /// The clip of this name; nil when there is none.
    public subscript(id: ClipID) -> SavedClip? { index.withLock { $0[id] } }

    /// Writes a clip, and returns once it is on the disk; the caller's thread waits for that.
    public func save(_ draft: ClipDraft) throws(ClipStoreFailure) -> SavedClip {
        let (clip, facts) = try make(draft)
        let entry = ClipIndex.Entry(clip: clip, bytes: clip.bytes + facts.count)
        let free = folder.calls.freeBytes(folder.root)
        let victims = try index.withLock { index throws(ClipStoreFailure) in
            try index.admit(entry.bytes, clip.kind, free: free, path: path)
        }
        for victim in victims { erase(victim) }
        do throws(SystemFault) {
            // The draft, and with it what it holds, lives until its files are written.
            defer { withExtendedLifetime(draft) {} }
            try folder.write(clip.id, draft.files, facts: facts)
        } catch {
            folder.erase(clip.id)
            index.withLock { $0.abandon(entry.bytes) }
            throw [ENOSPC, EDQUOT, EFBIG].contains(error.code)
                ? .diskFull(path: path) : .failed(path: path, reason: error.reason)
        }
        index.withLock { $0.commit(entry) }
        return clip
    }

    /// The clip under a name that no other one has, and what is written of it.
    private func make(_ draft: ClipDraft) throws(ClipStoreFailure) -> (SavedClip, [UInt8]) {
        var clip = try draft.clip(ClipID(start: draft.facts.start, chance: 0), savedAt: now())
        for _ in 0..<Self.attempts {
            clip.id = ClipID(start: draft.facts.start, chance: .random(in: 0...(.max)))
            guard folder.isFree(clip.id) else { continue }
            let facts = clip.json.json
            guard facts.count <= ClipStoreLimits.factsLimit else {
                throw .tooLong(what: "description", limit: ClipStoreLimits.factsLimit)
            }
            return (clip, facts)
        }
        throw .failed(path: path, reason: "no name is free")
    }

    /// Removes a clip; false when there is none of this name.
    ///
    /// Whoever reads it goes on reading.
    @discardableResult
    public func remove(_ id: ClipID) -> Bool {
        guard let entry = index.withLock({ $0.take(id) }) else { return false }
        erase(entry)
        return true
    }

    private func erase(_ entry: ClipIndex.Entry) {
        folder.erase(entry.clip.id)
        index.withLock { $0.erased(entry) }
    }

    /// Opens a file of a clip to read it; nil when it is gone.
    ///
    /// The caller closes the descriptor.
    public func open(_ file: SavedFile, of id: ClipID) -> Int32? { folder.open(file, of: id) }
}
