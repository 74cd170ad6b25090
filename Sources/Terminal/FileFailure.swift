import Glibc

/// A file that cannot be read, written or used, and why.
package struct FileFailure: Error, Equatable, CustomStringConvertible {
    /// The file.
    package var path: String
    /// What could not be done: "read", "write", "use".
    package var act: String
    /// Why.
    package var reason: String
    /// Whether nothing is wrong with it: the program was told to end before it could be read.
    package private(set) var isStop = false

    package var description: String { "cannot \(act) \(path): \(reason)" }

    /// A failure with a reason of its own.
    package init(path: String, act: String, reason: String) {
        self.path = path
        self.act = act
        self.reason = reason
    }

    /// A failure of the last system call.
    package init(path: String, act: String) {
        self.init(path: path, act: act, reason: String(cString: strerror(errno)))
    }

    /// A file that was not read because the program was told to end before something had happened.
    init(path: String, stoppedBefore event: String) {
        self.init(path: path, act: "read", reason: "the program was told to end before \(event)")
        isStop = true
    }
}
