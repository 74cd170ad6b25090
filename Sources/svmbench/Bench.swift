import Glibc

/// Where the program is, and what it says.
enum Bench {
    /// The folder of this program; the other tools lie beside it.
    static let folder: String = {
        var buffer = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard length > 0 else { return "." }
        let path = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }()

    /// Writes one line to standard error.
    static func say(_ text: String) { put("svmbench: \(text)\n", to: STDERR_FILENO) }

    /// Writes `text` whole; when nobody reads it there is nobody to tell.
    static func put(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            guard count > 0 || errno == EINTR else { return }
            written += max(0, count)
        }
    }
}
