import Glibc

/// A file that cannot be read, written or used, and why.
struct FileFailure: Error, Equatable, CustomStringConvertible {
    var path: String
    /// What could not be done: "read", "write", "use".
    var act: String
    var reason: String

    var description: String { "cannot \(act) \(path): \(reason)" }

    init(path: String, act: String, reason: String) {
        self.path = path
        self.act = act
        self.reason = reason
    }

    /// A failure of the last system call.
    init(path: String, act: String) {
        self.init(path: path, act: act, reason: String(cString: strerror(errno)))
    }
}
