import Glibc

/// Small files, read whole.
package enum InputFile {
    /// How long one wait for a pipe takes before it is looked for a stop, in milliseconds.
    private static let pipeWait: Int32 = 100

    /// The bytes of the file at `path`, at most one more than `limit`, so that a reader can refuse what is too large.
    ///
    /// A pipe is waited for, a named one that nobody has opened to write to as well. Where a `SignalWatch` holds signals back,
    /// one that says stop ends the wait: the failure `isStop` then.
    package static func bytes(of path: String, limit: Int) throws(FileFailure) -> [UInt8] {
        // Else the opening itself would wait for a pipe's writer, and nothing could end that.
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw FileFailure(path: path, act: "read") }
        defer { close(file) }
        _ = fcntl(file, F_SETFL, O_RDONLY)
        var facts = stat()
        let isPipe = fstat(file, &facts) != 0 || facts.st_mode & S_IFMT != S_IFREG
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var filled = 0
        while filled < bytes.count {
            if isPipe { try awaitInput(file, path) }
            let count = bytes.withUnsafeMutableBytes { buffer in
                read(file, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else { throw FileFailure(path: path, act: "read") }
            if count == 0 { break }
            filled += count
        }
        return Array(bytes[..<filled])
    }

    private static func awaitInput(_ file: Int32, _ path: String) throws(FileFailure) {
        while true {
            var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            let found = poll(&waiting, 1, pipeWait)
            if found > 0 { return }
            guard found == 0 || errno == EINTR else { throw FileFailure(path: path, act: "read") }
            if SignalWatch.isStopPending {
                throw FileFailure(path: path, stoppedBefore: "its writer had come to an end")
            }
        }
    }
}
