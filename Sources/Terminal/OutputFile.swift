import Glibc

/// Where the report goes: standard output, or a file that appears whole or not at all.
package enum OutputFile {
    /// Writes `text` to standard output, or to the file at `path` by way of a temporary file beside it.
    package static func write(_ text: String, to path: String?) throws(FileFailure) {
        guard let path else {
            return try write(text, toDescriptor: STDOUT_FILENO, named: "the report to standard output")
        }
        var status = stat()
        let exists = stat(path, &status) == 0
        guard !exists || isRegular(status) else { return try writeInPlace(text, path) }
        // A link keeps pointing to the file it names; the file behind it is replaced.
        let target = exists ? resolved(path) ?? path : path
        let (file, temporary) = try makeTemporary(beside: target)
        do throws(FileFailure) {
            if exists { fchmod(file, status.st_mode & 0o7777) }
            do throws(FileFailure) {
                try write(text, toDescriptor: file, named: path)
            } catch {
                close(file)
                throw error
            }
            guard close(file) == 0 else { throw FileFailure(path: path, act: "write") }
            guard rename(temporary, target) == 0 else { throw FileFailure(path: path, act: "write") }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Refuses an output that is the input itself, by whatever name.
    package static func check(
        _ output: String?, isNot input: String, called name: String = "the capture", option: String = "-o"
    ) throws(FileFailure) {
        guard let output else { return }
        var first = stat()
        var second = stat()
        let isSame =
            (input == "-" ? fstat(STDIN_FILENO, &second) : stat(input, &second)) == 0 && stat(output, &first) == 0
            && first.st_dev == second.st_dev && first.st_ino == second.st_ino && isRegular(first)
        if isSame {
            throw FileFailure(path: output, act: "write", reason: "it is \(name) itself; give \(option) another name")
        }
    }

    static func isRegular(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }

    static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// How many names are tried for the temporary file.
    private static let attempts = 100

    static func makeTemporary(beside path: String) throws(FileFailure) -> (file: Int32, name: String) {
        for attempt in 0..<attempts {
            let name = "\(path).\(getpid())-\(attempt).tmp"
            let file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if file >= 0 { return (file, name) }
            guard errno == EEXIST else { break }
        }
        throw FileFailure(path: path, act: "write")
    }

    /// Devices and named pipes are written as they are; replacing them would be wrong.
    private static func writeInPlace(_ text: String, _ path: String) throws(FileFailure) {
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw FileFailure(path: path, act: "write") }
        defer { close(file) }
        try write(text, toDescriptor: file, named: path)
    }

    private static func write(_ text: String, toDescriptor file: Int32, named path: String) throws(FileFailure) {
        try write(Array(text.utf8), toDescriptor: file, named: path)
    }

    static func write(_ bytes: [UInt8], toDescriptor file: Int32, named path: String) throws(FileFailure) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(file, buffer.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                var waiting = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, -1)
            } else if errno != EINTR {
                throw FileFailure(path: path, act: "write")
            }
        }
    }
}
