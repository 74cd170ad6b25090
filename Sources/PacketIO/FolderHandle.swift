package import Glibc

/// An open folder, and what can be done in it without ever leaving it: no step follows a symbolic link.
package final class FolderHandle: Sendable {
    /// The folder's descriptor.
    package let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Opens the folder at `path`, which a person named: links on the way to it are that person's.
    package convenience init(path: String) throws(SystemFault) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFault() }
        self.init(descriptor: descriptor)
    }

    /// Opens a folder in this one; with `creates` it is made when it is not there.
    package func folder(_ name: String, creates: Bool) throws(SystemFault) -> FolderHandle {
        if creates, mkdirat(descriptor, name, 0o755) != 0, errno != EEXIST { throw SystemFault() }
        let child = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard child >= 0 else { throw SystemFault() }
        return FolderHandle(descriptor: child)
    }

    /// Opens the folder that `names` lead to, one by one.
    package func folder(at names: some Sequence<String>, creates: Bool) throws(SystemFault) -> FolderHandle {
        var folder = self
        for name in names { folder = try folder.folder(name, creates: creates) }
        return folder
    }

    /// Makes a folder that was not there, and opens it.
    package func make(_ name: String) throws(SystemFault) -> FolderHandle {
        guard mkdirat(descriptor, name, 0o755) == 0 else { throw SystemFault() }
        return try folder(name, creates: false)
    }

    /// Makes a file that was not there, to be written and read back.
    package func create(_ name: String) throws(SystemFault) -> Int32 {
        try opened(openat(descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644))
    }

    /// Opens a file to write it on and read it back.
    package func reopen(_ name: String) throws(SystemFault) -> Int32 {
        try opened(openat(descriptor, name, O_RDWR | O_NOFOLLOW | O_CLOEXEC))
    }

    /// Opens a plain file to read it.
    package func read(_ name: String) throws(SystemFault) -> (descriptor: Int32, facts: stat) {
        // Without O_NONBLOCK a pipe of that name would wait for its writer.
        let file = try opened(openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw SystemFault(code: EINVAL)
        }
        return (file, facts)
    }

    private func opened(_ file: Int32) throws(SystemFault) -> Int32 {
        guard file >= 0 else { throw SystemFault() }
        return file
    }

    /// Gives `name` of this folder the name `target` in another one, in the place of a file that has it already.
    package func move(_ name: String, to target: String, in other: FolderHandle) throws(SystemFault) {
        guard renameat(descriptor, name, other.descriptor, target) == 0 else { throw SystemFault() }
    }

    /// Removes a file, or a link itself; nothing happens when there is none.
    package func remove(_ name: String) { unlinkat(descriptor, name, 0) }

    /// Removes a folder if nothing is in it.
    package func removeFolder(_ name: String) -> Bool { unlinkat(descriptor, name, AT_REMOVEDIR) == 0 }

    /// Bytes that may still be written on the disk.
    package var freeBytes: UInt64 {
        var facts = statvfs()
        guard fstatvfs(descriptor, &facts) == 0 else { return .max }
        return UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize)).partialValue
    }

    /// The names in the folder but for "." and "..", in no order.
    package var names: [String] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let list = fdopendir(copy) else { return [] }
        defer { closedir(list) }
        var names: [String] = []
        while let entry = readdir(list) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Removes everything in the folder, to a depth that our own files do not reach.
    package func removeAll(depth: Int = 64) {
        guard depth > 0 else { return }
        for name in names {
            if let child = try? folder(name, creates: false) {
                child.removeAll(depth: depth - 1)
                _ = removeFolder(name)
            } else {
                remove(name)
            }
        }
    }
}

/// Why the system refused something.
package struct SystemFault: Error, Equatable {
    /// The system's number of the reason.
    package var code: Int32

    /// What the last call said.
    package init() { code = errno }

    package init(code: Int32) { self.code = code }

    /// The system's words.
    package var reason: String { String(cString: strerror(code)) }
}
