import Bytes
import Evidence
import NetworkFormats
import Protection
import Timing

/// The packets of a channel's media that are kept: whole blocks, which readers share, and the newest, which still grows.
struct KeptMedia: Sendable {
    /// What eviction asks of a block again and again.
    private struct Extent: Sendable {
        /// The oldest datagram that holds some of it.
        var oldest = PacketID(serial: .max)
        var start = StreamTime(nanoseconds: .max)
        var end = StreamTime(nanoseconds: .min)

        mutating func take(_ packet: KeptPacket) {
            if packet.kind != .lost { oldest = min(oldest, packet.datagram) }
            start = min(start, packet.time)
            end = max(end, packet.time)
        }
    }

    private static let blockSize = MediaSnapshot.blockSize

    private var blocks: [MediaBlock] = []
    private var extents: [Extent] = []
    private var packets: [KeptPacket] = []
    private var slabs: [Slab] = []
    private var growing = Extent()
    /// The oldest packet kept; the next one when there is none.
    private(set) var first = MediaID(serial: 0)
    /// The oldest datagram that holds some of what is kept; nil when nothing is kept.
    private(set) var oldestDatagram: PacketID?

    private var count: Int { blocks.count * Self.blockSize + packets.count }
    /// One behind the newest packet.
    var end: MediaID { MediaID(serial: first.serial + UInt64(count)) }
    var isEmpty: Bool { count == 0 }
    /// Bytes of the list itself.
    var indexBytes: Int {
        count * MemoryLayout<KeptPacket>.stride + blocks.count * MemoryLayout<Extent>.stride
    }
    /// When the oldest block began; nil when nothing is kept.
    var start: StreamTime? { isEmpty ? nil : (extents.first ?? growing).start }

    /// When a packet arrived; nil when it is not kept.
    func time(of packet: MediaID) -> StreamTime? {
        guard first <= packet, packet < end else { return nil }
        let index = Int(packet.serial - first.serial)
        let (block, place) = index.quotientAndRemainder(dividingBy: Self.blockSize)
        return block < blocks.count ? blocks[block].packets[place].time : packets[place].time
    }

    /// Keeps the next step of the media, whose bytes lie in `slice`; nil for a hole.
    mutating func append(_ release: Release, _ slice: SlabSlice?) {
        if packets.count == Self.blockSize { seal() }
        if packets.isEmpty { packets.reserveCapacity(Self.blockSize) }
        var packet = KeptPacket(
            number: release.number, time: release.moment.time, datagram: release.packet,
            run: Int32(truncatingIfNeeded: release.run), count: 1, kind: .received)
        switch release.kind {
        case .received: break
        case .recovered: packet.kind = .recovered
        case .lost(let count):
            packet.kind = .lost
            packet.count = Int32(clamping: count)
        }
        if let slice, packet.kind != .lost {
            packet.slab = place(of: slice.slab)
            packet.start = UInt32(truncatingIfNeeded: slice.range.lowerBound)
            packet.length = UInt32(truncatingIfNeeded: slice.range.count)
        }
        packets.append(packet)
        growing.take(packet)
        if packet.kind != .lost { oldestDatagram = min(oldestDatagram ?? packet.datagram, packet.datagram) }
    }

    /// The place of `slab` among those of the growing block; rebuilt packets lie in others than their neighbours.
    private mutating func place(of slab: Slab) -> UInt32 {
        let known = slabs.lastIndex { $0 === slab }
        if let known { return UInt32(truncatingIfNeeded: known) }
        slabs.append(slab)
        return UInt32(truncatingIfNeeded: slabs.count - 1)
    }

    private mutating func seal() {
        blocks.append(MediaBlock(packets: packets, slabs: slabs))
        extents.append(growing)
        packets = []
        slabs = []
        growing = Extent()
    }

    /// Whether the oldest block ended before `time`, and before the packet `needed`.
    func isOldest(before time: StreamTime, and needed: MediaID?) -> Bool {
        guard !isEmpty else { return false }
        let length = blocks.isEmpty ? packets.count : Self.blockSize
        if let needed, first.serial + UInt64(length) > needed.serial { return false }
        return (extents.first ?? growing).end < time
    }

    /// Gives up the oldest block.
    mutating func removeOldest() {
        if blocks.isEmpty {
            first = end
            packets = []
            slabs = []
            growing = Extent()
        } else {
            blocks.removeFirst()
            extents.removeFirst()
            first.serial += UInt64(Self.blockSize)
        }
        oldestDatagram = extents.lazy.map(\.oldest).reduce(growing.oldest, min)
        if isEmpty { oldestDatagram = nil }
    }

    /// The packets as they are now: blocks are shared, and the next append copies what has been gathered of the newest.
    var snapshot: MediaSnapshot {
        MediaSnapshot(blocks: blocks, recent: MediaBlock(packets: packets, slabs: slabs), first: first)
    }
}
