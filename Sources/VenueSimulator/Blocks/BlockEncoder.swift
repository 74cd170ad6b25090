import Bytes
import ErasureCode
import VenueWire

/// Makes the source and repair datagrams of RFC 6865 (FEC encoding ID 8, symbols of 8 bits) from media packets.
///
/// A source datagram is the packet and six bytes behind it; a repair datagram the same six bytes, then a symbol that
/// covers, for each packet of the block, the flow's number (0), the packet's length, and the packet. Packets may be of any
/// lengths: a block's symbols are as long as its longest packet asks for. Nothing is allocated once the buffers have grown.
public struct BlockEncoder: Sendable {
    /// Bytes of a symbol before the packet: flow (1) and length (2).
    static let headLength = 3
    /// The longest packet that leaves room for the head and the ID in a datagram.
    public static let packetLimit = 65_507 - SourceBlockID.length - headLength
    /// Block numbers stay below this: from here on players take their first byte for a transport packet's sync byte.
    public static let blockLimit: UInt32 = 0x47_0000

    /// The shape of the blocks.
    public let layout: BlockLayout
    /// The number of the block that packets now go into.
    public private(set) var block: UInt32
    /// Packets that lie in it; it is complete with as many as `layout` says.
    public private(set) var count = 0

    private let code: ReedSolomon
    /// The packets of the block, one behind the other; before writing there, a copy of this value gets a slab of its own.
    private var packets: Slab
    private var starts: [Int] = []
    private var longest = 0
    private var rows = SymbolRows(headLength: headLength)
    private var datagrams: Slab

    /// Begins with block 0, or with block `block` of a run that goes on.
    public init(_ layout: BlockLayout, startingAt block: UInt32 = 0) throws(BlockFault) {
        guard let code = ReedSolomon(points: layout.points, sources: layout.sources, repairs: layout.repairs) else {
            throw .size(sources: layout.sources, repairs: layout.repairs)
        }
        self.layout = layout
        self.code = code
        self.block = block < Self.blockLimit ? block : 0
        packets = Slab(capacity: layout.sources * Self.usualLength)
        datagrams = Slab(capacity: layout.repairs * Self.usualLength)
        starts.reserveCapacity(layout.sources + 1)
    }

    /// Room for a packet at first: as much as an Ethernet frame takes.
    private static let usualLength = 1_536

    /// Whether all source packets of the block are there: its repair datagrams are to be taken before the next packet.
    public var isComplete: Bool { count == layout.sources }

    /// Whether all block numbers are used and the next packet begins block 0: a sender then starts a run of another SSRC.
    public private(set) var isRunOver = false

    /// Takes the next media packet and makes it a source datagram by adding the six bytes behind it.
    ///
    /// False, with nothing changed, when it is empty or longer than `packetLimit`, or the block is complete.
    public mutating func take(_ packet: inout [UInt8]) -> Bool {
        guard !packet.isEmpty, packet.count <= Self.packetLimit, !isComplete else { return false }
        keep(packet.lent)
        let identifier = SourceBlockID(
            block: block, symbol: UInt8(truncatingIfNeeded: count), sourceCount: UInt16(layout.sources))
        identifier.append(to: &packet)
        count += 1
        isRunOver = false
        return true
    }

    /// Lends the block's repair datagrams, one after the other, when it is complete, and begins the next block.
    public mutating func takeRepairs<Failure: Error>(_ body: (RawSpan) throws(Failure) -> Void) throws(Failure) {
        guard isComplete else { return }
        let length = SourceBlockID.length + BlockLayout.symbolLength(ofPackets: longest)
        encode(length)
        begin()
        let lent = datagrams
        for repair in 0..<layout.repairs {
            try body(lent.bytes(in: (repair * length)..<((repair + 1) * length)))
        }
    }

    /// Begins a run anew with block 0 and forgets the packets of an open block.
    public mutating func restart() {
        clear()
        block = 0
        isRunOver = false
    }

    private mutating func begin() {
        clear()
        block += 1
        isRunOver = block >= Self.blockLimit
        if isRunOver { block = 0 }
    }

    private mutating func clear() {
        count = 0
        longest = 0
        starts.removeAll(keepingCapacity: true)
    }

    private mutating func keep(_ packet: RawSpan) {
        if count == 0, isKnownUniquelyReferenced(&packets) { packets.recycle() }
        if packets.spare < packet.byteCount || !isKnownUniquelyReferenced(&packets) {
            let filled = starts.isEmpty ? 0 : packets.count
            let larger = Slab(capacity: max(packets.capacity, 2 * filled + packet.byteCount))
            larger.append(packets.bytes(in: 0..<filled))
            packets = larger
        }
        starts.append(packets.count)
        packets.append(packet)
        longest = max(longest, packet.byteCount)
    }

    /// Writes the repair datagrams of the complete block, each of `length` bytes.
    private mutating func encode(_ length: Int) {
        starts.append(packets.count)
        for place in 0..<count {
            let range = starts[place]..<starts[place + 1]
            rows.append(packets, range, head: UInt32(range.count))
        }
        if isKnownUniquelyReferenced(&datagrams), datagrams.capacity >= layout.repairs * length {
            datagrams.recycle()
        } else {
            datagrams = Slab(capacity: layout.repairs * length)
        }
        let identifier = SourceBlockID(block: block, symbol: 0, sourceCount: UInt16(layout.sources))
        _ = datagrams.appendZeros(layout.repairs * length) { room in
            _ = code.encode(
                rows, length: length - SourceBlockID.length, into: &room, at: SourceBlockID.length, stride: length)
            for repair in 0..<layout.repairs {
                let symbol = UInt32(layout.sources + repair)
                room.setBigEndian(identifier.block << 8 | symbol, at: repair * length)
                room.setBigEndian(identifier.sourceCount, at: repair * length + 4)
            }
        }
        rows.removeAll()
    }
}
