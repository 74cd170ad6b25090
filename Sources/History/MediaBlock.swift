import Bytes

/// Some packets of a channel's media that follow each other, and the slabs that hold them; it never changes.
public final class MediaBlock: Sendable {
    /// The packets, oldest first.
    public let packets: [KeptPacket]
    let slabs: [Slab]

    init(packets: [KeptPacket], slabs: [Slab]) {
        self.packets = packets
        self.slabs = slabs
    }
}
