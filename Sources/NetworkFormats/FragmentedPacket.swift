import Bytes

/// A packet that is being put together from fragments.
struct FragmentedPacket: Sendable {
    /// The longest payload that fits a 16-bit length.
    static let maximumLength = 65_535
    /// How many separate stretches are remembered before the packet is given up.
    static let maximumStretches = 64

    /// What became of a fragment.
    enum Outcome: Sendable {
        /// It was new.
        case taken
        /// All of it had come before.
        case duplicate
        /// It contradicts the others: the packet is worth nothing.
        case contradiction
    }

    /// Which packet this is.
    let key: FragmentKey
    /// What the first fragment's header told, or until then another's.
    private(set) var origin: PacketOrigin
    /// What the payload begins with.
    private(set) var nextHeader: UInt8
    /// The payload as far as it is known; holes are 0.
    private(set) var buffer: [UInt8]
    /// Fragments taken.
    private(set) var pieces = 0
    /// Length of the payload on the wire; known once the last fragment came.
    private var total: Int?
    private var stretches: [Range<Int>] = []
    /// Where the first byte lies that a cut capture does not hold.
    private var firstUnstored = Int.max

    /// Starts with nothing but the facts of `fragment`, in memory that is used again.
    init(_ fragment: Fragment, reusing memory: consuming [UInt8]) {
        key = fragment.key
        origin = fragment.origin
        nextHeader = fragment.nextHeader
        buffer = memory
        buffer.removeAll(keepingCapacity: true)
    }

    /// Length of the payload on the wire; meaningful once complete.
    var wireLength: Int { total ?? 0 }

    /// How many bytes from the front on the capture holds; meaningful once complete.
    var storedLength: Int { min(wireLength, firstUnstored, buffer.count) }

    /// Whether every byte was seen on the wire.
    var isComplete: Bool {
        guard let total, let only = stretches.first else { return false }
        return stretches.count == 1 && only == 0..<total
    }

    /// Adds a fragment of which the capture holds `bytes`.
    mutating func add(_ fragment: Fragment, _ bytes: RawSpan) -> Outcome {
        let range = fragment.range
        if stretches.contains(where: { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }) {
            return .duplicate
        }
        if let total, range.upperBound > total || fragment.isLast { return .contradiction }
        if fragment.isLast, let furthest = stretches.last, furthest.upperBound > range.upperBound {
            return .contradiction
        }
        guard insert(range) else { return .contradiction }
        if fragment.isLast { total = range.upperBound }
        pieces += 1
        let damaged = origin.hasWrongChecksum || fragment.origin.hasWrongChecksum
        if fragment.offset == 0 {
            origin = fragment.origin
            nextHeader = fragment.nextHeader
        }
        origin.hasWrongChecksum = damaged
        store(bytes, at: fragment.offset, of: fragment.wireLength)
        return .taken
    }

    private mutating func store(_ bytes: RawSpan, at offset: Int, of wireLength: Int) {
        let stored = min(bytes.byteCount, wireLength)
        if stored < wireLength { firstUnstored = min(firstUnstored, offset + stored) }
        guard stored > 0 else { return }
        if offset > buffer.count { buffer += [UInt8](repeating: 0, count: offset - buffer.count) }
        let within = min(stored, buffer.count - offset)
        buffer.overwrite(at: offset, with: bytes.extracting(0..<within))
        buffer.append(copying: bytes.extracting(within..<stored))
    }

    /// Notes that `range` is there, joined to its neighbours; false when it overlaps one or there are too many stretches.
    private mutating func insert(_ range: Range<Int>) -> Bool {
        let index = stretches.firstIndex { $0.lowerBound >= range.upperBound } ?? stretches.count
        if index > 0, stretches[index - 1].upperBound > range.lowerBound { return false }
        let joinsBefore = index > 0 && stretches[index - 1].upperBound == range.lowerBound
        let joinsAfter = index < stretches.count && stretches[index].lowerBound == range.upperBound
        switch (joinsBefore, joinsAfter) {
        case (true, true):
            stretches[index - 1] = stretches[index - 1].lowerBound..<stretches[index].upperBound
            stretches.remove(at: index)
        case (true, false): stretches[index - 1] = stretches[index - 1].lowerBound..<range.upperBound
        case (false, true): stretches[index] = range.lowerBound..<stretches[index].upperBound
        case (false, false):
            guard stretches.count < Self.maximumStretches else { return false }
            stretches.insert(range, at: index)
        }
        return true
    }
}
