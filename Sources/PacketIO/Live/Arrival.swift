import NetworkFormats

/// A datagram that was read and not given out yet.
struct Arrival {
    /// Its facts but for the ordinal.
    var header: DatagramHeader
    /// Where it lies.
    var bytes: UnsafeMutableRawPointer
}
