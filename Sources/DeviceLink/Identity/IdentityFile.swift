import Glibc

/// The file that keeps a device's id.
struct IdentityFile {
    /// A longer file keeps no id, in bytes.
    private static let sizeLimit = 256
    /// How often the folder's lock is tried for; a hundredth of a second lies between two times.
    private static let lockAttempts = 200

    let path: String

    private enum Found {
        case id(String)
        case absent
        /// Something else stands there; a sentence's end says what.
        case unusable(String)
    }

    /// The id that is kept, else `fresh`, and what a person should read about it.
    func settled(otherwise fresh: String) -> (uuid: String, notice: String?) {
        if case .id(let kept) = read() { return (kept, nil) }
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        makeFolders(folder)
        let lock = open(folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if lock >= 0 { close(lock) } }
        if lock >= 0 { hold(lock) }
        // Another process may have been here meanwhile.
        let found = read()
        if case .id(let kept) = found { return (kept, nil) }
        var reason: String?
        if case .unusable(let what) = found { reason = what }
        if let error = write(fresh, replaces: reason != nil) {
            let was = reason.map { "\(path) \($0), and " } ?? ""
            return (
                fresh, "\(was)the device's id \(fresh) is good for this run only: \(path) cannot be written: \(error)"
            )
        }
        if lock >= 0 { fsync(lock) }
        // What stands there now counts, whoever wrote it.
        guard case .id(let kept) = read() else { return (fresh, "the device's id \(fresh) is not kept in \(path)") }
        return (kept, reason.map { "\(path) \($0): the device has the new id \(kept)" })
    }

    private func read() -> Found {
        // Something that is no file, such as a pipe, must not hold the program.
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            return errno == ENOENT ? .absent : .unusable("cannot be read (\(String(cString: strerror(errno))))")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return .unusable("is no file") }
        var bytes = [UInt8](repeating: 0, count: Self.sizeLimit + 1)
        var length = 0
        while length < bytes.count {
            let got = bytes.withUnsafeMutableBytes {
                Glibc.read(file, $0.baseAddress?.advanced(by: length), $0.count - length)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { return .unusable("cannot be read (\(String(cString: strerror(errno))))") }
            if got == 0 { break }
            length += got
        }
        guard length <= Self.sizeLimit, let text = String(validating: bytes[..<length], as: UTF8.self),
            let id = DeviceIdentity.reading(text)
        else { return .unusable("holds no UUID") }
        return .id(id)
    }

    /// Makes the folders that are missing, for this user alone; whether it could shows when the file is written.
    private func makeFolders(_ folder: String) {
        var made = folder.hasPrefix("/") ? "/" : ""
        for part in folder.split(separator: "/") {
            made += part
            mkdir(made, 0o700)
            made += "/"
        }
    }

    /// Waits for the folder's lock, but not for ever: where it cannot be had, no harm is done but that two ids may be made.
    private func hold(_ folder: Int32) {
        for _ in 0..<Self.lockAttempts {
            guard flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR else { return }
            usleep(10_000)
        }
    }

    /// Writes `id` whole or not at all; what went wrong, or nil.
    ///
    /// A file that is there stays unless it is to be replaced.
    private func write(_ id: String, replaces: Bool) -> String? {
        let beside = "\(path).\(getpid()).\(id.prefix(8))"
        let file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return String(cString: strerror(errno)) }
        defer { unlink(beside) }
        let text = Array("\(id)\n".utf8)
        let isWritten = Glibc.write(file, text, text.count) == text.count && fsync(file) == 0
        let error = errno
        guard close(file) == 0, isWritten else { return String(cString: strerror(isWritten ? errno : error)) }
        if replaces { return rename(beside, path) == 0 ? nil : String(cString: strerror(errno)) }
        // Unlike a renaming, a link never takes the place of a file that another process put there.
        return link(beside, path) == 0 || errno == EEXIST ? nil : String(cString: strerror(errno))
    }
}
