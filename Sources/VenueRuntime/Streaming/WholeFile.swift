import Glibc

/// Reads files that a venue file names.
enum WholeFile {
    /// The bytes of the regular file at `path`, or why there are none, in words; a link is followed only if asked.
    static func read(_ path: String, limit: Int, followsLinks: Bool = true) -> Result<[UInt8], Reason> {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW))
        guard file >= 0 else { return .failure(Reason(String(cString: strerror(errno)))) }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            return .failure(Reason("it is no file"))
        }
        guard facts.st_size <= limit else { return .failure(Reason("it is longer than \(limit >> 20) MiB")) }
        var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(file, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return .failure(Reason(String(cString: strerror(errno)))) }
            if count == 0 { break }
            filled += count
        }
        return .success(Array(bytes[..<filled]))
    }

    /// Why a file cannot be read.
    struct Reason: Error, Equatable {
        var text: String

        init(_ text: String) { self.text = text }
    }

    /// `path` as it is meant in a file that lies in `folder`, which ends with "/" or is empty for the current one.
    static func path(_ path: String, in folder: String) -> String {
        path.hasPrefix("/") || folder.isEmpty ? path : folder.hasSuffix("/") ? folder + path : folder + "/" + path
    }
}
