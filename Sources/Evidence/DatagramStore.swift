public import Bytes
public import NetworkFormats

/// The one copy in user space of every datagram of a channel, kept in slabs until its owner retires it.
///
/// Datagrams are appended in order of arrival and retired from the oldest on. A slab whose datagrams are all retired is
/// filled again, unless somebody else still holds it: what a reader holds never changes.
public struct DatagramStore: Sendable {
    /// Bytes of one slab; a longer datagram gets a slab of its own size.
    public static let slabCapacity = 1 << 17
    private static let spareSlabs = 2

    private struct Filled: Sendable {
        var slab: Slab
        var last: UInt64
    }

    private var entries: [StoredDatagram] = []
    private var head = 0
    private var firstSerial: UInt64 = 0
    private var slabs: [Filled] = []
    private var firstSlab: UInt64 = 0
    private var free: [Slab] = []
    /// Payload bytes now kept.
    public private(set) var byteCount = 0

    /// An empty store.
    public init() {}

    /// The oldest datagram still kept, or the next one to come when there is none.
    public var first: PacketID { PacketID(serial: firstSerial) }

    /// The datagram that will be appended next.
    public var next: PacketID { PacketID(serial: firstSerial + UInt64(entries.count - head)) }

    /// How many datagrams are kept.
    public var count: Int { entries.count - head }

    /// Keeps a copy of `payload`.
    public mutating func append(_ header: DatagramHeader, _ payload: RawSpan, _ flags: PacketFlags) -> PacketID {
        let slab = slab(for: payload.byteCount)
        let start = slab.count
        slab.append(payload)
        return keep(header, flags, start..<slab.count)
    }

    /// Keeps a datagram of `length` bytes that `fill` writes; they are zero before.
    public mutating func append(
        _ header: DatagramHeader, length: Int, _ flags: PacketFlags, fill: (inout MutableRawSpan) -> Void
    ) -> PacketID {
        let slab = slab(for: length)
        let start = slab.count
        _ = slab.appendZeros(length, fill)
        return keep(header, flags, start..<slab.count)
    }

    /// What is known of a datagram, or nil when it is retired or has not come yet.
    public subscript(id: PacketID) -> StoredDatagram? {
        guard let index = index(of: id) else { return nil }
        return entries[index]
    }

    /// The slab that holds the datagram's payload (at its `range`), or nil when it is retired or has not come yet.
    ///
    /// Bind it to a constant before taking its `bytes`: a span cannot outlive the value it was borrowed from.
    public func slab(of id: PacketID) -> Slab? {
        guard let index = index(of: id) else { return nil }
        return slabs[Int(entries[index].slabNumber - firstSlab)].slab
    }

    /// Adds to what is known of a datagram; nothing happens when it is retired.
    public mutating func mark(_ id: PacketID, _ flags: PacketFlags) {
        guard let index = index(of: id) else { return }
        entries[index].flags.formUnion(flags)
    }

    /// Gives up every datagram before `id`.
    public mutating func retire(before id: PacketID) {
        guard id.serial > firstSerial else { return }
        let gone = Int(min(id.serial - firstSerial, UInt64(count)))
        for index in head..<(head + gone) { byteCount -= entries[index].range.count }
        head += gone
        firstSerial += UInt64(gone)
        if head >= 64, head * 2 >= entries.count {
            entries.removeFirst(head)
            head = 0
        }
        // No constant may hold the oldest slab here: it would count as held and never be filled again.
        while slabs.count > 1, slabs[0].last < firstSerial { dropOldestSlab() }
    }

    private mutating func dropOldestSlab() {
        var slab = slabs.removeFirst().slab
        firstSlab += 1
        guard slab.capacity == Self.slabCapacity, free.count < Self.spareSlabs, isKnownUniquelyReferenced(&slab) else {
            return
        }
        slab.recycle()
        free.append(slab)
    }

    private func index(of id: PacketID) -> Int? {
        guard id.serial >= firstSerial, id.serial - firstSerial < UInt64(count) else { return nil }
        return head + Int(id.serial - firstSerial)
    }

    private mutating func slab(for length: Int) -> Slab {
        if let last = slabs.last?.slab, last.spare >= length { return last }
        let fresh =
            length > Self.slabCapacity ? Slab(capacity: length) : free.popLast() ?? Slab(capacity: Self.slabCapacity)
        slabs.append(Filled(slab: fresh, last: 0))
        return fresh
    }

    private mutating func keep(_ header: DatagramHeader, _ flags: PacketFlags, _ range: Range<Int>) -> PacketID {
        let id = next
        slabs[slabs.count - 1].last = id.serial
        let number = firstSlab + UInt64(slabs.count - 1)
        entries.append(StoredDatagram(header: header, flags: flags, range: range, slabNumber: number))
        byteCount += range.count
        return id
    }
}
