import Evidence
public import TransportStream

/// Where bytes of elementary streams lie, eight bytes for each range: there is one for every transport packet.
public struct PayloadRangeList: RandomAccessCollection, Sendable {
    /// Upper 32 bits: packets from `base` on; then 16 bits of offset and 16 of length.
    private var packed: [UInt64] = []
    private var base: UInt64 = 0

    init() {}

    /// The first range's index.
    public var startIndex: Int { 0 }
    /// How many ranges.
    public var endIndex: Int { packed.count }

    /// Range number `index`.
    public subscript(index: Int) -> PayloadRange {
        let value = packed[index]
        let distance = Int64(Int32(truncatingIfNeeded: Int64(bitPattern: value) >> 32))
        return PayloadRange(
            packet: MediaID(serial: base &+ UInt64(bitPattern: distance)),
            offset: UInt32(truncatingIfNeeded: value >> 16 & 0xFFFF), length: UInt32(truncatingIfNeeded: value & 0xFFFF)
        )
    }

    /// Bytes of the list itself.
    var indexBytes: Int { packed.count * MemoryLayout<UInt64>.stride }

    /// Appends all of `ranges`; false, with nothing changed, when one lies too far away to be told.
    ///
    /// A datagram has no more than 65 535 bytes, so that offsets and lengths always fit.
    mutating func append(_ ranges: ArraySlice<PayloadRange>) -> Bool {
        guard let first = ranges.first else { return true }
        if packed.isEmpty { base = first.packet.serial }
        let fits = ranges.allSatisfy {
            Int32(exactly: Int64(bitPattern: $0.packet.serial &- base)) != nil && $0.offset | $0.length <= 0xFFFF
        }
        guard fits else { return false }
        for range in ranges {
            let distance = UInt64(truncatingIfNeeded: range.packet.serial &- base)
            packed.append(distance << 32 | UInt64(range.offset) << 16 | UInt64(range.length))
        }
        return true
    }

    /// Gives back room that was reserved for more.
    mutating func trim() { packed = packed.trimmed }
}

extension Array {
    /// The same elements without room for more.
    var trimmed: Self {
        var exact: Self = []
        exact.reserveCapacity(count)
        exact.append(contentsOf: self)
        return exact
    }
}
