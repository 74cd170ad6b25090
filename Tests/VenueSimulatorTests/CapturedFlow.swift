import TestSupport

/// A classic little-endian Ethernet or cooked capture taken apart by hand, so that tests need no other room.
struct CapturedFlow {
    /// One UDP datagram.
    struct Datagram {
        var port: UInt16
        var payload: [UInt8]
    }

    /// All UDP datagrams in order.
    static func datagrams(_ name: String) throws -> [Datagram] {
        let bytes = try Corpus.bytes(name)
        let link = little(bytes, 20)
        var result: [Datagram] = []
        var offset = 24
        while offset + 16 <= bytes.count {
            let length = little(bytes, offset + 8)
            let frame = Array(bytes[offset + 16..<offset + 16 + length])
            offset += 16 + length
            let start = link == 1 ? 14 : link == 113 ? 16 : link == 276 ? 20 : 0
            guard frame.count > start + 28, frame[start] >> 4 == 4, frame[start + 9] == 17 else { continue }
            let udp = start + Int(frame[start] & 15) * 4
            let size = Int(frame[udp + 4]) << 8 | Int(frame[udp + 5])
            result.append(
                Datagram(
                    port: UInt16(frame[udp + 2]) << 8 | UInt16(frame[udp + 3]),
                    payload: Array(frame[udp + 8..<udp + size])))
        }
        return result
    }

    private static func little(_ bytes: [UInt8], _ offset: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
}
