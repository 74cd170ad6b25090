/// A maximal stretch of extended sequence numbers that have not arrived, with a received number at either end.
struct Hole: Hashable, Sendable {
    var first: Int64
    var last: Int64
    /// The slot in which the next higher number arrived.
    var slot: Int64

    var length: Int { Int(last - first) + 1 }
}
