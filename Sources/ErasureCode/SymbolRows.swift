public import Bytes

/// Symbols of one code, each a range of bytes in a slab, which the list keeps alive; a short one goes on in zeros.
///
/// A symbol may begin with a *head* of a few bytes that lie elsewhere. The code works on each byte position by itself, so
/// the three bytes that RFC 6865 puts before a packet (flow and length) cost no copy of the packet.
public struct SymbolRows: Sendable {
    /// At most this many bytes are a head.
    public static let headLimit = 4

    struct Row: Sendable {
        var slab: Int
        var start: Int
        var count: Int
        /// The head's bytes, the first one highest; those that the head does not have are 0.
        var head: UInt32
    }

    /// Bytes of each symbol's head (0…4).
    public let headLength: Int
    private(set) var rows: [Row] = []
    private(set) var slabs: [Slab] = []
    /// The longest body.
    private(set) var bodyLength = 0

    /// An empty list of symbols that begin with heads of `headLength` bytes (0…4).
    public init(headLength: Int = 0) {
        self.headLength = min(max(0, headLength), Self.headLimit)
    }

    /// How many symbols there are.
    public var count: Int { rows.count }

    /// Bytes of the longest symbol, its head included; 0 when there is none.
    public var length: Int { rows.isEmpty ? 0 : headLength + bodyLength }

    /// Adds the symbol that lies whole, head and all, in `range` of `slab`; these bytes must be filled already.
    public mutating func append(_ slab: Slab, _ range: Range<Int>) {
        let range = range.clamped(to: 0..<slab.count)
        let length = min(headLength, range.count)
        var head: UInt32 = 0
        if length > 0 {
            let bytes = slab.bytes(in: range.lowerBound..<(range.lowerBound + length))
            for place in 0..<length { head |= UInt32(bytes.byte(at: place)) << (24 - 8 * place) }
        }
        append(slab, (range.lowerBound + length)..<range.upperBound, highHead: head)
    }

    /// Adds the symbol of a head, the low `headLength` bytes of `head`, and a body in `range` of `slab`.
    public mutating func append(_ slab: Slab, _ range: Range<Int>, head: UInt32) {
        append(slab, range, highHead: headLength == 0 ? 0 : head << (8 * (Self.headLimit - headLength)))
    }

    /// Forgets all symbols and lets their slabs go; the room for as many stays.
    public mutating func removeAll() {
        rows.removeAll(keepingCapacity: true)
        slabs.removeAll(keepingCapacity: true)
        bodyLength = 0
    }

    private mutating func append(_ slab: Slab, _ range: Range<Int>, highHead: UInt32) {
        // Kernels read through pointers: never beyond what the slab holds, whatever range was given.
        let range = range.clamped(to: 0..<slab.count)
        if slabs.isEmpty || slabs[slabs.count - 1] !== slab { slabs.append(slab) }
        rows.append(Row(slab: slabs.count - 1, start: range.lowerBound, count: range.count, head: highHead))
        bodyLength = max(bodyLength, range.count)
    }
}
