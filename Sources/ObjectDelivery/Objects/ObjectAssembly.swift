import VenueWire

/// Which symbols of an object are there: takes packets in any order and hands on what was not known before.
struct ObjectAssembly: Sendable {
    /// What became of a packet.
    enum Taken: Equatable, Sendable {
        /// It brought something new.
        case fresh
        /// Everything in it was known.
        case known
        /// It contradicts the object's transfer information.
        case malformed
    }

    /// Names the object among its receiver's.
    let serial: UInt64
    /// How the object is sent.
    let information: TransferInformation
    /// Its blocks and symbols.
    let partition: BlockPartition
    /// Source symbols that are known.
    private(set) var knownCount = 0
    /// A bit for every source symbol: whether it is known.
    private var marks: [UInt64]

    /// Whether every byte is known.
    var isComplete: Bool { knownCount == partition.symbolCount }
    /// Bytes that the marks take.
    var markBytes: Int { marks.count * 8 }

    /// An object of which nothing is known; nil when it is sent in a way that is not read, or has too many symbols.
    init?(serial: UInt64, information: TransferInformation, symbolLimit: Int) {
        guard
            let partition = BlockPartition(
                transferLength: information.transferLength, symbolLength: information.symbolLength,
                blockLength: information.blockLength), partition.symbolCount <= symbolLimit
        else { return nil }
        switch information.encoding {
        case .noCode: break
        case .reedSolomon, .smallBlock:
            guard information.instance == 0, partition.longLength <= 255 else { return nil }
        default: return nil
        }
        self.serial = serial
        self.information = information
        self.partition = partition
        marks = [UInt64](repeating: 0, count: (partition.symbolCount + 63) / 64)
    }

    /// Whether the object's source symbol `index`, which exists, is known.
    func isKnown(_ index: Int) -> Bool { marks[index / 64] >> UInt64(index % 64) & 1 != 0 }

    /// Notes that the object's source symbol `index`, which exists, is known; false when it was.
    mutating func mark(_ index: Int) -> Bool {
        let bit: UInt64 = 1 << UInt64(index % 64)
        guard marks[index / 64] & bit == 0 else { return false }
        marks[index / 64] |= bit
        knownCount += 1
        return true
    }

    /// Takes a packet's symbols: `payload` begins with the one that `id` names, and without a code may go on with those
    /// behind it.
    mutating func take(
        _ id: ObjectSymbolID, _ payload: RawSpan, shelf: inout SymbolShelf, into target: inout some ObjectTarget
    ) -> Taken {
        guard let count = partition.sourceCount(of: id.block), payload.byteCount > 0 else { return .malformed }
        let isSource = Int(id.symbol) < count
        let taken = isSource ? takeSource(id, payload, count, into: &target) : .known
        guard isCoded, taken != .malformed else { return isSource ? taken : .malformed }
        guard let symbol = UInt8(exactly: id.symbol), isSource || payload.byteCount == partition.symbolLength else {
            return .malformed
        }
        let key = SymbolShelf.Key(serial: serial, block: id.block)
        let first = partition.firstSymbol(of: id.block)
        if isWhole(first, count) {
            if taken == .fresh { shelf.remove(key) }
            return taken
        }
        let length = isSource ? partition.length(of: first + Int(symbol)) : partition.symbolLength
        let bytes = payload.extracting(0..<length)
        guard shelf.add(bytes, symbol: symbol, to: key, count: count, length: partition.symbolLength) else {
            return taken
        }
        rebuild(key, first, count, shelf: &shelf, into: &target)
        return .fresh
    }

    /// Whether the object has repair symbols.
    var isCoded: Bool { information.encoding != .noCode }

    /// Takes source symbols of a block of `count`.
    private mutating func takeSource(
        _ id: ObjectSymbolID, _ payload: RawSpan, _ count: Int, into target: inout some ObjectTarget
    ) -> Taken {
        let first = partition.firstSymbol(of: id.block)
        var index = first + Int(id.symbol)
        let end = isCoded ? index + 1 : first + count
        var place = 0
        var taken = Taken.known
        while place < payload.byteCount, index < end {
            let length = partition.length(of: index)
            guard length <= payload.byteCount - place else { return place == 0 ? .malformed : taken }
            if mark(index) {
                let bytes = payload.extracting(place..<(place + length))
                target.put(bytes, at: partition.offset(of: index), of: serial)
                taken = .fresh
            }
            place += partition.symbolLength
            index += 1
        }
        return taken
    }

    /// Rebuilds what is missing of a block that has symbols enough.
    private mutating func rebuild(
        _ key: SymbolShelf.Key, _ first: Int, _ count: Int, shelf: inout SymbolShelf,
        into target: inout some ObjectTarget
    ) {
        shelf.rebuild(key, count: count, length: partition.symbolLength) { symbol, bytes in
            let index = first + symbol
            guard mark(index) else { return false }
            let piece = bytes.extracting(0..<partition.length(of: index))
            target.put(piece, at: partition.offset(of: index), of: serial)
            return true
        }
    }

    /// Whether the `count` symbols from `first` on are all known.
    private func isWhole(_ first: Int, _ count: Int) -> Bool {
        var index = first
        let end = first + count
        while index < end {
            let word = index / 64
            let next = min(end, (word + 1) * 64)
            let mask = (~UInt64(0) >> UInt64(64 - (next - index))) << UInt64(index % 64)
            if marks[word] & mask != mask { return false }
            index = next
        }
        return true
    }
}
