public import Bytes
public import NetworkFormats

/// A datagram that arrived, taken out of its store with its bytes: what proves to others what came and when.
public struct ArrivedDatagram: Sendable {
    /// Its name in the store.
    public var id: PacketID
    /// Its facts.
    public var header: DatagramHeader
    /// What became of it, as far as that was known.
    public var flags: PacketFlags
    /// Its payload, which stays where it lies.
    public var bytes: SlabSlice

    /// States a datagram.
    public init(id: PacketID, header: DatagramHeader, flags: PacketFlags, bytes: SlabSlice) {
        self.id = id
        self.header = header
        self.flags = flags
        self.bytes = bytes
    }
}
