import Glibc

/// Why the kernel does not tell what it was asked.
enum NetlinkFailure: Error, Equatable {
    /// A call failed with this errno, or the kernel answered with it.
    case system(Int32)
    /// More happened than the socket could hold: what is known is incomplete.
    case overrun
    /// It did not answer in time.
    case silent
    /// What was asked for changed all the time while it was told.
    case unsettled
}

extension NetlinkFailure: CustomStringConvertible {
    /// One sentence.
    var description: String {
        switch self {
        case .system(let error): "the kernel does not tell about interfaces: \(String(cString: strerror(error)))"
        case .overrun: "the kernel told more about interfaces than could be kept"
        case .silent: "the kernel does not answer about interfaces"
        case .unsettled: "interfaces change too fast to be told"
        }
    }
}
