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
