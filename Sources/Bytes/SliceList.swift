/// Bytes that lie in pieces, in order: a clip or a segment whose media stays where it was received.
public struct SliceList: Sendable {
    /// The pieces; none is empty.
    public private(set) var slices: [SlabSlice] = []
    /// Where each piece begins, counted from the first byte.
    private var starts: [Int] = []
    /// Bytes in all.
    public private(set) var count = 0

    /// No bytes.
    public init() {}

    /// The bytes of `array`, copied once.
    public init(copying array: [UInt8]) {
        guard !array.isEmpty else { return }
        let slab = Slab(capacity: array.count)
        slab.append(array.lent)
        append(SlabSlice(slab, 0..<array.count))
    }

    /// Adds a piece at the end; a piece that goes on where the last one ends becomes part of it.
    public mutating func append(_ slice: SlabSlice) {
        guard slice.count > 0 else { return }
        if let last = slices.last, last.slab === slice.slab, last.range.upperBound == slice.range.lowerBound {
            slices[slices.count - 1] = SlabSlice(last.slab, last.range.lowerBound..<slice.range.upperBound)
        } else {
            starts.append(count)
            slices.append(slice)
        }
        count += slice.count
    }

    /// Adds all pieces of `other` at the end.
    public mutating func append(contentsOf other: SliceList) {
        for slice in other.slices { append(slice) }
    }

    /// The piece that holds byte `offset` (0..<count).
    public func place(of offset: Int) -> Int {
        var low = 0
        var high = starts.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle] <= offset { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// Copies bytes from `offset` on into `room` until it is full or nothing is left, and tells how many it were.
    @unsafe
    public func copy(from offset: Int, into room: UnsafeMutableRawBufferPointer) -> Int {
        guard offset >= 0, offset < count, let target = room.baseAddress else { return 0 }
        var place = place(of: offset)
        var skipped = offset - starts[place]
        var written = 0
        let capacity = room.count
        // Slabs are held by the list during the call: counting holders for each piece would take longer than the copy.
        unsafe slices.withUnsafeBufferPointer { slices in
            while place < slices.count, written < capacity {
                let range = unsafe slices[place].range
                let length = min(range.count - skipped, capacity - written)
                let start = range.lowerBound + skipped
                let room = unsafe target.advanced(by: written)
                unsafe Unmanaged.passUnretained(slices[place].slab)._withUnsafeGuaranteedRef { slab in
                    unsafe slab.copy(start..<(start + length), to: room)
                }
                written += length
                skipped = 0
                place += 1
            }
        }
        return written
    }

    /// All bytes in one array.
    public var joined: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe bytes.withUnsafeMutableBytes { _ = unsafe copy(from: 0, into: $0) }
        return bytes
    }
}
