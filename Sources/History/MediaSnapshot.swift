public import Bytes
public import Evidence

/// The packets of a channel's media that are kept, as they were at one moment: in sequence order, repaired, holes told.
///
/// It holds their bytes, which stay whole while the history moves on.
public struct MediaSnapshot: Sendable {
    /// Packets in one block, but for the newest.
    public static let blockSize = 256

    let blocks: [MediaBlock]
    let recent: MediaBlock
    /// The oldest packet kept, the first of the first block.
    public let first: MediaID

    /// How many packets and holes there are.
    public var count: Int { blocks.count * Self.blockSize + recent.packets.count }
    /// One behind the newest packet.
    public var end: MediaID { MediaID(serial: first.serial + UInt64(count)) }

    /// Whether the packet is kept.
    public func contains(_ packet: MediaID) -> Bool { first <= packet && packet < end }

    /// A packet or hole that is kept: `contains` must hold.
    public subscript(packet: MediaID) -> KeptPacket {
        let (block, index) = place(of: packet)
        return block.packets[index]
    }

    /// Where the media of a kept packet lies, transport packets as they came; nil for a hole.
    public func slice(of packet: MediaID) -> SlabSlice? {
        let (block, index) = place(of: packet)
        let kept = block.packets[index]
        guard kept.kind != .lost else { return nil }
        return SlabSlice(block.slabs[Int(kept.slab)], Int(kept.start)..<Int(kept.start + kept.length))
    }

    private func place(of packet: MediaID) -> (MediaBlock, Int) {
        let index = Int(packet.serial - first.serial)
        let block = index / Self.blockSize
        return block < blocks.count ? (blocks[block], index % Self.blockSize) : (recent, index % Self.blockSize)
    }
}
