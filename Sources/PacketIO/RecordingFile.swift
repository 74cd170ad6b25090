import Bytes
import Glibc

/// The file that a recording is written to, and the earlier ones beside it; the one owner of its descriptors.
///
/// Every byte in it belongs to a whole block: what was written in part is cut off again.
struct RecordingFile: ~Copyable {
    /// How many earlier files are kept beside the current one: NAME.1.pcapng is the newest of them.
    static let keptFiles = 9

    let path: String
    private let name: String
    private let folder: Int32
    private var descriptor: Int32 = -1
    /// Bytes in the file.
    private(set) var length = 0

    /// Finds the folder of `path`; there is no file before `begin`.
    init(at path: String) throws(RecorderFailure) {
        let name = String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
        let folder = String(path.dropLast(name.count))
        guard !name.isEmpty, name != ".", name != ".." else { throw .isFolder(path: path) }
        let opened = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw .cannotOpen(path: path, reason: RecorderFailure.words(errno)) }
        self.path = path
        self.name = name
        self.folder = opened
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        close(folder)
    }

    /// Ends the file and begins an empty one; what lies at its path is kept under another name.
    ///
    /// When that fails there is no file to write to, and it is to be tried again.
    mutating func begin() throws(RecorderFailure) {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        length = 0
        try putAside()
        let mode = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        descriptor = openat(folder, name, mode, 0o666)
        guard descriptor >= 0 else { throw .cannotOpen(path: path, reason: RecorderFailure.words(errno)) }
    }

    /// Appends whole blocks: how many bytes of them are in the file now, and why not all.
    mutating func append(_ blocks: RawSpan) -> (taken: Int, failure: RecorderFailure?) {
        var written = 0
        var error: Int32 = 0
        blocks.withUnsafeBytes { bytes in
            while written < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
                let count = Self.write(rest, to: descriptor, at: length + written)
                if count > 0 {
                    written += count
                } else if count == 0 || errno != EINTR {
                    error = count == 0 ? ENOSPC : errno
                    return
                }
            }
        }
        guard written < blocks.byteCount else {
            length += written
            return (written, nil)
        }
        let whole = Self.wholeBlocks(in: blocks.extracting(0..<written))
        length += whole
        // What cannot be cut off is written over when there is room again.
        ftruncate(descriptor, length)
        return (whole, .cannotWrite(path: path, reason: RecorderFailure.words(error)))
    }

    /// Bytes of the whole little-endian blocks at the beginning of `bytes`.
    static func wholeBlocks(in bytes: RawSpan) -> Int {
        var end = 0
        while bytes.byteCount - end >= 8 {
            let length = Int(bytes.littleEndian(at: end + 4, as: UInt32.self))
            guard length >= 12, length <= bytes.byteCount - end else { break }
            end += length
        }
        return end
    }

    /// One write that a limit of the file size fails instead of ending the program.
    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int) -> Int {
        var blocked = sigset_t()
        var before = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGXFSZ)
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        let count = pwrite(descriptor, bytes.baseAddress, bytes.count, offset)
        let error = errno
        if count < 0, error == EFBIG {
            // The signal waits for this thread; it is taken away before the mask is lifted.
            var now = timespec()
            sigtimedwait(&blocked, nil, &now)
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        errno = error
        return count
    }

    /// Renames what lies at the path, if anything does: it becomes the newest of the earlier files.
    private func putAside() throws(RecorderFailure) {
        var facts = stat()
        guard fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else {
            if errno == ENOENT { return }
            throw .cannotOpen(path: path, reason: RecorderFailure.words(errno))
        }
        switch facts.st_mode & S_IFMT {
        case S_IFDIR: throw .isFolder(path: path)
        case S_IFLNK: throw .isLink(path: path)
        case S_IFREG: break
        default: throw .isNoFile(path: path)
        }
        if facts.st_size == 0 {
            guard unlinkat(folder, name, 0) != 0 else { return }
            throw .cannotKeep(path: path, reason: RecorderFailure.words(errno))
        }
        let free = (1...Self.keptFiles).first { faccessat(folder, earlierName($0), F_OK, AT_SYMLINK_NOFOLLOW) != 0 }
        for number in stride(from: free ?? Self.keptFiles, through: 1, by: -1) {
            guard renameat(folder, earlierName(number - 1), folder, earlierName(number)) == 0 else {
                throw .cannotKeep(path: path, reason: RecorderFailure.words(errno))
            }
        }
    }

    /// "venue.2.pcapng" for the second newest earlier file of "venue.pcapng"; 0 is the file itself.
    private func earlierName(_ number: Int) -> String {
        guard number > 0 else { return name }
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "\(name).\(number)" }
        return "\(name[..<dot]).\(number)\(name[dot...])"
    }
}
