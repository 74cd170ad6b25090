import Bytes

/// Which objects of an ALC session are whole, told from the datagrams that arrived by what RFC 5651, 5052, 5445 and 5510 say of
/// them; it knows nothing but the bytes.
struct ObjectLedger: Sendable {
    /// One object.
    private struct Object: Sendable {
        var length = 0
        var symbolLength = 0
        var blockLength = 0
        /// The encoding symbol IDs that arrived, by block.
        var symbols: [Int: Set<Int>] = [:]
        var hasRepair = false
    }

    /// By TOI; tables, whose TOI is 0, by their instance above 32 bits.
    private var objects: [UInt64: Object] = [:]
    private var order: [UInt64] = []
    private var isOpen = false

    /// TOIs of which anything arrived, in order of their first packets.
    var known: [UInt64] { order.filter { $0 < 1 << 32 } }

    /// Whether any table is whole.
    var hasTable: Bool { order.contains { $0 >= 1 << 32 && isWhole($0) } }

    /// Takes a datagram whose header has 32 bits each for CCI, TSI and TOI; others are passed over.
    ///
    /// Until receivers know of the channel, only a table shows that there is one.
    mutating func take(_ bytes: RawSpan, isKnown: Bool) {
        guard bytes.byteCount >= 20, bytes.byte(at: 0) >> 4 == 1 else { return }
        let header = Int(bytes.byte(at: 2)) * 4
        let code = bytes.byte(at: 3)
        guard header >= 16, bytes.byteCount >= header + 4 else { return }
        var identifier = UInt64(bytes.bigEndian(at: 12, as: UInt32.self))
        if identifier == 0 { identifier = 1 << 32 | UInt64(instance(in: bytes, until: header)) << 33 }
        isOpen = isOpen || isKnown || identifier >= 1 << 32
        guard isOpen else { return }
        let payload: UInt32 = bytes.bigEndian(at: header)
        if objects[identifier] == nil {
            objects[identifier] = Object()
            order.append(identifier)
        }
        takeExtensions(bytes, until: header, code, identifier)
        // Encoding 0: block (16 bits), symbol (16); encoding 5: block (24), symbol (8).
        let block = code == 5 ? Int(payload >> 8) : Int(payload >> 16)
        let symbol = code == 5 ? Int(payload & 0xff) : Int(payload & 0xffff)
        guard bytes.byteCount > header + 4 || objects[identifier]?.length == 0 else { return }
        objects[identifier]?.symbols[block, default: []].insert(symbol)
        if code == 5 { objects[identifier]?.hasRepair = true }
    }

    /// The instance of a table: the low 20 bits of EXT_FDT.
    private func instance(in bytes: RawSpan, until end: Int) -> UInt32 {
        var place = 16
        while place + 4 <= end {
            let kind = bytes.byte(at: place)
            if kind == 192 { return bytes.bigEndian(at: place, as: UInt32.self) & 0xf_ffff }
            let words = kind >= 128 ? 1 : Int(bytes.byte(at: place + 1))
            guard words >= 1 else { break }
            place += words * 4
        }
        return 0
    }

    private mutating func takeExtensions(_ bytes: RawSpan, until end: Int, _ code: UInt8, _ identifier: UInt64) {
        var place = 16
        while place + 4 <= end {
            let kind = bytes.byte(at: place)
            let words = kind >= 128 ? 1 : Int(bytes.byte(at: place + 1))
            guard words >= 1, place + words * 4 <= end else { return }
            // EXT_FTI: transfer length in 48 bits, then what the code needs.
            if kind == 64, words >= 3 {
                let high: UInt16 = bytes.bigEndian(at: place + 2)
                let low: UInt32 = bytes.bigEndian(at: place + 4)
                objects[identifier]?.length = Int(high) << 32 | Int(low)
                if code == 5 {
                    objects[identifier]?.symbolLength = Int(bytes.bigEndian(at: place + 8, as: UInt16.self))
                    objects[identifier]?.blockLength = Int(bytes.byte(at: place + 10))
                } else if words >= 4 {
                    objects[identifier]?.symbolLength = Int(bytes.bigEndian(at: place + 10, as: UInt16.self))
                    objects[identifier]?.blockLength = Int(bytes.bigEndian(at: place + 12, as: UInt32.self))
                }
            }
            place += words * 4
        }
    }

    /// Whether every block of the object has enough symbols: all of its source symbols, or with Reed-Solomon as many.
    func isWhole(_ identifier: UInt64) -> Bool {
        guard let object = objects[identifier], object.symbolLength > 0, object.blockLength > 0 else { return false }
        let total = (object.length + object.symbolLength - 1) / object.symbolLength
        let blocks = (total + object.blockLength - 1) / object.blockLength
        guard blocks > 0 else { return true }
        // RFC 5052, 9.1: the first blocks are one symbol longer when the symbols do not divide evenly.
        let large = (total + blocks - 1) / blocks
        let small = total / blocks
        let largeBlocks = total - small * blocks
        for block in 0..<blocks {
            let wanted = block < largeBlocks ? large : small
            let present = object.symbols[block] ?? []
            let count = object.hasRepair ? present.count : present.count { $0 < wanted }
            guard count >= wanted else { return false }
        }
        return true
    }
}
