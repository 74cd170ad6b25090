import Evidence
import NetworkFormats
import Timing

/// A window of a Reed-Solomon code that still takes packets.
struct BlockWindow: Sendable {
    /// Its number: that of the source block, extended, or counted from any one window.
    let index: Int64
    /// The number of its first source packet.
    let first: Int64
    /// The number after its last one, or after what else lies between it and the next window.
    var end: Int64
    /// Source packets.
    let k: Int
    /// Source packets that arrived.
    var arrived = 0
    /// Numbers below `end` that arrived, source packets of the window or not.
    var taken: Int64 = 0
    /// Whether the first source packet arrived.
    var hasFirst = false
    /// Repair packets that can be used.
    var repairs = 0
    /// Bytes of a repair symbol; 0 before the first.
    var symbolLength = 0
    /// Whether a capture cut a packet of the window.
    var isTruncated = false
    var opened: StreamTime
    /// No datagram of the window is older.
    var oldest: PacketID

    init(index: Int64, first: Int64, end: Int64, k: Int, opened: StreamTime, oldest: PacketID) {
        self.index = index
        self.first = first
        self.end = end
        self.k = k
        self.opened = opened
        self.oldest = oldest
    }

    /// The numbers of the window's source packets.
    var sources: Range<Int64> { first..<(first + Int64(k)) }

    /// Whether the window takes `number`.
    func takes(_ number: Int64) -> Bool { number >= first && number < end }
}

/// A repair packet that is kept for its window.
struct BlockSymbol: Sendable {
    /// The window's number.
    var index: Int64
    /// The encoding symbol ID: k and up.
    var symbol: Int
    var id: PacketID
    var bytes: Range<Int>
    var moment: Moment
    /// Bytes of a rebuilt packet where the repair packet says that (carriers); 0 where the symbol does.
    var packetLength: Int
}

/// What is remembered of one of the last windows: which repair packets came.
struct BlockMemory: Sendable {
    let index: Int64
    /// Source packets; nil while only the window's number is known.
    var k: Int?
    /// Distinct repair packets, whenever they came.
    var repairs = 0
    private var seen: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    init(index: Int64 = .min, k: Int? = nil) {
        self.index = index
        self.k = k
    }

    /// Notes repair packet `place` of the window, 0…255; false when it was noted before.
    mutating func note(_ place: Int) -> Bool {
        let bit: UInt64 = 1 << UInt64(place & 63)
        let isNew: Bool
        switch place >> 6 {
        case 0: (isNew, seen.0) = (seen.0 & bit == 0, seen.0 | bit)
        case 1: (isNew, seen.1) = (seen.1 & bit == 0, seen.1 | bit)
        case 2: (isNew, seen.2) = (seen.2 & bit == 0, seen.2 | bit)
        default: (isNew, seen.3) = (seen.3 & bit == 0, seen.3 | bit)
        }
        if isNew { repairs += 1 }
        return isNew
    }
}
