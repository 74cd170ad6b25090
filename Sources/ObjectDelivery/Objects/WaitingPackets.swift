import Bytes

/// Datagrams of an object that cannot be read yet, in the order in which they came.
struct WaitingPackets: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    /// Bytes held.
    var byteCount: Int { bytes.count }
    /// Datagrams held.
    var count: Int { ends.count }

    /// Keeps a copy of a datagram.
    mutating func append(_ datagram: RawSpan) {
        bytes.append(copying: datagram)
        ends.append(bytes.count)
    }

    /// Lends datagram `index`, which exists.
    func lend<R>(_ index: Int, _ body: (RawSpan) -> R) -> R {
        let start = index == 0 ? 0 : ends[index - 1]
        return body(bytes.lent.extracting(start..<ends[index]))
    }
}
