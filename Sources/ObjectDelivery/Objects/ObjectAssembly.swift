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

    /// Takes source symbols: `payload` begins with the one that `id` names, and may go on with those behind it.
    mutating func take(
        _ id: ObjectSymbolID, _ payload: RawSpan, into target: inout some ObjectTarget
    ) -> Taken {
        guard let count = partition.sourceCount(of: id.block), Int(id.symbol) < count, payload.byteCount > 0 else {
            return .malformed
        }
        let first = partition.firstSymbol(of: id.block)
        var index = first + Int(id.symbol)
        var place = 0
        var taken = Taken.known
        while place < payload.byteCount, index < first + count {
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
}
