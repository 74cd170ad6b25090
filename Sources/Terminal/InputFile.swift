import Glibc

/// Small files, read whole.
package enum InputFile {
    /// The bytes of the file at `path`, at most one more than `limit`, so that a reader can refuse what is too large.
    package static func bytes(of path: String, limit: Int) throws(FileFailure) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw FileFailure(path: path, act: "read") }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                read(file, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileFailure(path: path, act: "read") }
            if count == 0 { break }
            filled += count
        }
        return Array(bytes[..<filled])
    }
}
