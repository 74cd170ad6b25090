public import Bytes
public import NetworkFormats
public import Timing

/// The one copy in user space of every datagram of a channel, kept in slabs until its owner retires it.
///
/// Datagrams are appended in order of arrival and retired from the oldest on. A slab whose datagrams are all retired is
/// filled again, unless somebody else still holds it: what a reader holds never changes.
public struct DatagramStore: Sendable {
    /// Bytes of one slab; a longer datagram gets a slab of its own size.
    public static let slabCapacity = 1 << 15

    struct Filled: Sendable {
        var slab: Slab
        var last: UInt64
    }

    /// A datagram; what it shares with its neighbours lies in its `Path`, because every byte written here costs time.
    struct Entry: Sendable {
        var time: StreamTime
        var ordinal: UInt64
        var start: UInt32
        var end: UInt32
        /// Counts the store's slabs, and wraps.
        var slabNumber: UInt32
        var wireLength: UInt32
        var storedLength: UInt32
        var droppedBefore: UInt32
        var ttl: UInt8
        var dscp: UInt8
        var flags: PacketFlags

        var range: Range<Int> { Int(start)..<Int(max(start, end)) }
    }

    /// Between whom datagrams go, from `first` on up to the next path.
    struct Path: Sendable {
        var first: UInt64
        var source: Endpoint
        var destination: Endpoint
    }

    private(set) var entries = Queue<Entry>()
    private(set) var paths = Queue<Path>()
    private(set) var firstSerial: UInt64 = 0
    private(set) var slabs: [Filled] = []
    private(set) var firstSlab: UInt32 = 0
    private let pool: SlabPool
    /// Payload bytes now kept.
    public private(set) var byteCount = 0
    /// Bytes of the slabs.
    private var slabBytes = 0
    /// Bytes of memory that the store holds: its slabs, full or not, and what it knows of each datagram.
    public var heldBytes: Int { slabBytes + count * MemoryLayout<Entry>.stride }

    /// An empty store, which takes its slabs from `pool` and gives them back.
    public init(pool: SlabPool = SlabPool()) { self.pool = pool }

    /// The oldest datagram still kept, or the next one to come when there is none.
    public var first: PacketID { PacketID(serial: firstSerial) }
    /// The datagram that will be appended next.
    public var next: PacketID { PacketID(serial: firstSerial + UInt64(entries.count)) }
    /// How many datagrams are kept.
    public var count: Int { entries.count }

    /// Keeps a copy of `payload`.
    public mutating func append(_ header: DatagramHeader, _ payload: RawSpan, _ flags: PacketFlags) -> PacketID {
        makeRoom(for: payload.byteCount)
        let slab = slabs[slabs.count - 1].slab
        let start = slab.count
        slab.append(payload)
        return keep(header, flags, start, payload.byteCount)
    }

    /// Keeps a datagram of `length` bytes that `fill` writes; they are zero before.
    public mutating func append(
        _ header: DatagramHeader, length: Int, _ flags: PacketFlags, fill: (inout MutableRawSpan) -> Void
    ) -> PacketID {
        makeRoom(for: length)
        let slab = slabs[slabs.count - 1].slab
        let start = slab.count
        _ = slab.appendZeros(length, fill)
        return keep(header, flags, start, length)
    }

    /// Names a datagram that is not kept, because nobody will ask for it, and gives up every one before it.
    public mutating func pass() -> PacketID {
        let id = next
        retire(before: id)
        firstSerial += 1
        return id
    }

    /// What is known of a datagram, or nil when it is retired or has not come yet.
    public subscript(id: PacketID) -> StoredDatagram? {
        guard let index = index(of: id) else { return nil }
        let entry = entries[index]
        let header = entry.header(on: paths[place(ofPath: id.serial)])
        return StoredDatagram(header: header, flags: entry.flags, range: entry.range)
    }

    /// When a datagram arrived, or nil when it is retired or has not come yet.
    public func moment(of id: PacketID) -> Moment? {
        guard let index = index(of: id) else { return nil }
        return Moment(time: entries[index].time, ordinal: entries[index].ordinal)
    }

    /// The oldest datagram kept that arrived at `time` or later; the next one to come when all are older.
    ///
    /// It looks at each older one: ask before they are retired, not again and again.
    public func firstDatagram(since time: StreamTime) -> PacketID {
        var index = 0
        while index < count, entries[index].time < time { index += 1 }
        return PacketID(serial: firstSerial + UInt64(index))
    }

    /// What became of a datagram: nothing when it is retired or has not come yet.
    public func flags(of id: PacketID) -> PacketFlags {
        guard let index = index(of: id) else { return [] }
        return entries[index].flags
    }

    /// Where the datagram's payload lies in its slab, or nil when it is retired or has not come yet.
    public func range(of id: PacketID) -> Range<Int>? {
        guard let index = index(of: id) else { return nil }
        return entries[index].range
    }

    /// The slab that holds the datagram's payload (at its `range`), or nil when it is retired or has not come yet.
    ///
    /// Bind it to a constant before taking its `bytes`: a span cannot outlive the value it was borrowed from.
    public func slab(of id: PacketID) -> Slab? {
        guard let index = index(of: id) else { return nil }
        return slabs[Int(entries[index].slabNumber &- firstSlab)].slab
    }

    /// The slab that holds the datagram's payload and where in it, or nil when it is retired or has not come yet: one search
    /// for both.
    public func place(of id: PacketID) -> (slab: Slab, range: Range<Int>)? {
        guard let index = index(of: id) else { return nil }
        let entry = entries[index]
        return (slabs[Int(entry.slabNumber &- firstSlab)].slab, entry.range)
    }

    /// Adds to what is known of a datagram; nothing happens when it is retired.
    public mutating func mark(_ id: PacketID, _ flags: PacketFlags) {
        guard let index = index(of: id) else { return }
        entries[index].flags.formUnion(flags)
    }

    /// Gives up every datagram before `id`.
    public mutating func retire(before id: PacketID) {
        guard id.serial > firstSerial, count > 0 else { return }
        let gone = Int(min(id.serial - firstSerial, UInt64(count)))
        if gone == count {
            byteCount = 0
        } else {
            for index in 0..<gone { byteCount -= entries[index].range.count }
        }
        entries.removeFirst(gone)
        firstSerial += UInt64(gone)
        if paths.count > 1 { paths.removeFirst(place(ofPath: firstSerial)) }
        // No constant may hold a slab here: it would count as held and never be filled again.
        while slabs.count > 1, slabs[0].last < firstSerial { dropOldestSlab() }
        if count == 0, slabs.count == 1, isKnownUniquelyReferenced(&slabs[0].slab) { slabs[0].slab.recycle() }
    }

    private mutating func dropOldestSlab() {
        var slab = slabs.removeFirst().slab
        firstSlab &+= 1
        slabBytes -= slab.capacity
        if slab.capacity == Self.slabCapacity, isKnownUniquelyReferenced(&slab) { pool.give(slab) }
    }

    private func index(of id: PacketID) -> Int? {
        guard id.serial >= firstSerial, id.serial - firstSerial < UInt64(count) else { return nil }
        return Int(id.serial - firstSerial)
    }

    /// The last path that begins at or before `serial`; the first one begins before everything.
    func place(ofPath serial: UInt64) -> Int {
        var low = 0
        var high = paths.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if paths[middle].first <= serial { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// Makes sure that the last slab has room for `length` bytes.
    private mutating func makeRoom(for length: Int) {
        if !slabs.isEmpty, slabs[slabs.count - 1].slab.spare >= length { return }
        let fresh = length > Self.slabCapacity ? Slab(capacity: length) : pool.take()
        slabBytes += fresh.capacity
        slabs.append(Filled(slab: fresh, last: 0))
    }

    private mutating func keep(
        _ header: DatagramHeader, _ flags: PacketFlags, _ start: Int, _ length: Int
    ) -> PacketID {
        let id = next
        slabs[slabs.count - 1].last = id.serial
        if let path = paths.last, path.source == header.source, path.destination == header.destination {
            // As before.
        } else {
            paths.append(Path(first: id.serial, source: header.source, destination: header.destination))
        }
        entries.append(
            Entry(
                time: header.time, ordinal: header.ordinal, start: UInt32(truncatingIfNeeded: start),
                end: UInt32(truncatingIfNeeded: start + length),
                slabNumber: firstSlab &+ UInt32(truncatingIfNeeded: slabs.count - 1), wireLength: header.wireLength,
                storedLength: header.storedLength, droppedBefore: header.droppedBefore, ttl: header.ttl,
                dscp: header.dscp, flags: flags))
        byteCount += length
        return id
    }
}
