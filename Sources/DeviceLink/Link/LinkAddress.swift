/// An address of an interface, as the kernel tells one from another.
struct LinkAddress: Hashable {
    /// AF_INET or AF_INET6.
    var family: UInt8
    /// Bits of the network.
    var prefixLength: UInt8
    /// Its four or sixteen bytes.
    var bytes: [UInt8]
}
