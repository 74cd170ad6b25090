import Bytes
import Glibc
import PacketIO

/// The folder of saved clips on the disk: a folder for each, in which `clip.json` is written last.
///
/// A clip is there from the moment on at which its `clip.json` is: what a killed program left without one is swept away.
struct ClipFolder: Sendable {
    /// What a clip says of itself.
    static let facts = "clip.json"
    /// The same on its way.
    private static let incoming = "clip.json.part"
    /// Bytes that are gathered before they are written.
    private static let pieceLength = 1 << 18

    let root: FolderHandle
    let calls: DiskCalls

    /// Writes a clip's files and what it says of itself; once this returns it survives a power cut.
    func write(_ id: ClipID, _ files: [ClipDraft.File], facts: [UInt8]) throws(SystemFault) {
        let folder = try root.make(id.text)
        for file in files { try write(file.content, to: file.name.rawValue, in: folder) }
        try write(SliceList(copying: facts), to: Self.incoming, in: folder)
        // The files' names are on the disk before the one that makes them a clip.
        try synchronize(folder.descriptor)
        try folder.move(Self.incoming, to: Self.facts, in: folder)
        try synchronize(folder.descriptor)
        try synchronize(root.descriptor)
    }

    /// Whether nothing on the disk is called so.
    func isFree(_ id: ClipID) -> Bool {
        var facts = stat()
        return fstatat(root.descriptor, id.text, &facts, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT
    }

    private func write(_ content: SliceList, to name: String, in folder: FolderHandle) throws(SystemFault) {
        let descriptor = try folder.create(name)
        defer { close(descriptor) }
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceLength, alignment: 64)
        defer { piece.deallocate() }
        var offset = 0
        while offset < content.count {
            let count = content.copy(from: offset, into: piece)
            try write(UnsafeRawBufferPointer(rebasing: piece[..<count]), to: descriptor)
            offset += count
        }
        try synchronize(descriptor)
    }

    private func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(SystemFault) {
        var written = 0
        while written < bytes.count {
            let count = calls.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[written...]))
            if count > 0 {
                written += count
            } else if count == 0 || errno != EINTR {
                throw count == 0 ? SystemFault(code: ENOSPC) : SystemFault()
            }
        }
    }

    private func synchronize(_ descriptor: Int32) throws(SystemFault) {
        guard calls.synchronize(descriptor) == 0 else { throw SystemFault() }
    }

    /// Removes a clip, the file first without which it is none; whoever reads one of its files goes on reading.
    func erase(_ id: ClipID) {
        guard let folder = try? root.folder(id.text, creates: false) else { return }
        folder.remove(Self.facts)
        // Without this a power cut might leave the name and take the files.
        _ = calls.synchronize(folder.descriptor)
        sweep(id, folder)
        _ = calls.synchronize(root.descriptor)
    }

    /// Removes our files of a folder without `clip.json`, and the folder when nothing else is in it; whether it is gone.
    @discardableResult
    private func sweep(_ id: ClipID, _ folder: FolderHandle) -> Bool {
        for name in SavedFile.Name.allCases { folder.remove(name.rawValue) }
        folder.remove(Self.incoming)
        return root.removeFolder(id.text)
    }

    /// What a folder of clips holds.
    enum Finding {
        /// A whole clip.
        case clip(ClipIndex.Entry)
        /// A half-made one, which is gone now.
        case swept
        /// One that contradicts itself.
        case damaged
    }

    /// Looks at one folder; nil for one that is not ours.
    func find(_ name: String) -> Finding? {
        guard let id = ClipID(name), let folder = try? root.folder(name, creates: false) else { return nil }
        let opened: (descriptor: Int32, facts: stat)
        do throws(SystemFault) { opened = try folder.read(Self.facts) } catch {
            guard error.code == ENOENT else { return .damaged }
            return sweep(id, folder) ? .swept : .damaged
        }
        defer { close(opened.descriptor) }
        let length = Int(opened.facts.st_size)
        guard length <= ClipStoreLimits.factsLimit, let bytes = Self.bytes(of: opened.descriptor, length),
            let clip = SavedClip(parsing: bytes), clip.id == id
        else { return .damaged }
        for file in clip.files {
            guard let found = try? folder.read(file.name.rawValue) else { return .damaged }
            close(found.descriptor)
            guard Int(found.facts.st_size) == file.bytes else { return .damaged }
        }
        return .clip(ClipIndex.Entry(clip: clip, bytes: clip.bytes + length))
    }

    private static func bytes(of descriptor: Int32, _ length: Int) -> [UInt8]? {
        let slab = Slab(capacity: length)
        while slab.count < length {
            guard slab.fill(from: descriptor) > 0 else { return nil }
        }
        return slab.bytes.copied()
    }

    /// Opens a file of a clip to read it; nil when it is gone.
    func open(_ file: SavedFile, of id: ClipID) -> Int32? {
        guard let folder = try? root.folder(id.text, creates: false), let opened = try? folder.read(file.name.rawValue)
        else { return nil }
        guard Int(opened.facts.st_size) == file.bytes else {
            close(opened.descriptor)
            return nil
        }
        return opened.descriptor
    }
}
