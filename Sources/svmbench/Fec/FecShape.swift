import Bytes

/// One kind of window to measure: how many packets it has, and the symbols in memory.
struct FecShape {
    /// Bytes of a packet, as seven transport packets in RTP have them.
    static let packetLength = 1_328
    /// Bytes of a symbol: flow and length go before the packet.
    static let symbolLength = packetLength + 3
    /// Windows side by side in memory, so that not all of it stays in the nearest cache.
    static let windows = 16

    let sources: Int
    let repairs: Int
    var name: String { "k\(sources)r\(repairs)" }

    /// The shapes that are measured.
    static let all = [
        FecShape(sources: 64, repairs: 16), FecShape(sources: 100, repairs: 5), FecShape(sources: 100, repairs: 20),
    ]

    /// The source symbols that get lost: as many as there are repair symbols, spread over the window.
    let missing: [UInt8]
    /// The encoding symbol IDs of the symbols that arrive.
    let present: [UInt8]

    init(sources: Int, repairs: Int) {
        self.sources = sources
        self.repairs = repairs
        let missing = (0..<repairs).map { UInt8($0 * sources / repairs) }
        self.missing = missing
        present = (0..<(sources + repairs)).map { UInt8($0) }.filter { !missing.contains($0) }
    }

    /// Bytes of packets in one window.
    var bytes: Int { sources * Self.packetLength }

    /// Bytes without a pattern, `length` of them, in a slab that has as much room again as `spare` says.
    static func noise(_ length: Int, spare: Int = 0, seed: UInt64) -> Slab {
        let slab = Slab(capacity: length + spare)
        _ = slab.appendZeros(length) { room in
            var state = seed
            for offset in 0..<room.byteCount {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                room.setByte(UInt8(truncatingIfNeeded: state >> 56), at: offset)
            }
        }
        return slab
    }
}
