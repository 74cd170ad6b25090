import Glibc

/// Why a recording cannot be made, or not go on; its description is one sentence for the person who asked for it.
public enum RecorderFailure: Error, Hashable, Sendable {
    /// The path names a folder.
    case isFolder(path: String)
    /// The path names a symbolic link, which is never followed.
    case isLink(path: String)
    /// The path names a device, pipe or socket.
    case isNoFile(path: String)
    /// The system does not open the file, and says why.
    case cannotOpen(path: String, reason: String)
    /// An earlier recording cannot be put aside, and the system says why.
    case cannotKeep(path: String, reason: String)
    /// The system does not write, and says why.
    case cannotWrite(path: String, reason: String)
    /// Writing did not come to an end in time.
    case isStuck(path: String)

    /// What the system says of an error number.
    static func words(_ number: Int32) -> String { String(cString: strerror(number)) }
}

extension RecorderFailure: CustomStringConvertible {
    /// One sentence: what, where, what to do.
    public var description: String {
        switch self {
        case .isFolder(let path): "cannot record to \(path): it is a folder; name a file in it"
        case .isLink(let path): "cannot record to \(path): it is a symbolic link; name the file that it points to"
        case .isNoFile(let path): "cannot record to \(path): it is no regular file; name a file on a disk"
        case .cannotOpen(let path, let reason): "cannot record to \(path): \(reason)"
        case .cannotKeep(let path, let reason):
            "cannot put the earlier recording \(path) aside: \(reason); move it away or name another file"
        case .cannotWrite(let path, let reason): "cannot write the recording \(path): \(reason)"
        case .isStuck(let path): "the disk under the recording \(path) does not answer; its end is not written"
        }
    }
}
