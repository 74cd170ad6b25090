import Glibc

/// A pipe that no child inherits: one that another test starts meanwhile would keep its writing end open, and no end would come.
public struct QuietPipe: Sendable {
    /// Where it is read.
    public let reading: Int32
    /// Where it is written.
    public let writing: Int32

    /// Opens one.
    public init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0)
        for end in ends { precondition(fcntl(end, F_SETFD, FD_CLOEXEC) == 0) }
        reading = ends[0]
        writing = ends[1]
    }
}
