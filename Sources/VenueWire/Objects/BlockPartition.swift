/// How an object is divided into source blocks of nearly equal length (RFC 5052, 9.1).
public struct BlockPartition: Hashable, Sendable {
    /// Bytes of the object as it is sent, L.
    public let transferLength: UInt64
    /// Bytes of a symbol, E; the object's last one may be shorter.
    public let symbolLength: Int
    /// Source symbols of the object, T.
    public let symbolCount: Int
    /// Source blocks, N.
    public let blockCount: Int
    /// How many blocks, from the first, have one symbol more than the others, I.
    public let longBlocks: Int
    /// Source symbols of a long block.
    public let longLength: Int
    /// Source symbols of any other block.
    public let shortLength: Int

    /// Divides `transferLength` bytes into symbols of `symbolLength`, at most `blockLength` of them in a block.
    ///
    /// Nil when a length is 0, or the symbols are more than can be counted.
    public init?(transferLength: UInt64, symbolLength: Int, blockLength: Int) {
        guard symbolLength > 0, blockLength > 0 else { return nil }
        let whole = transferLength / UInt64(symbolLength)
        let symbols = transferLength % UInt64(symbolLength) == 0 ? whole : whole + 1
        guard symbols < UInt64(Int.max) else { return nil }
        self.transferLength = transferLength
        self.symbolLength = symbolLength
        symbolCount = Int(symbols)
        guard symbolCount > 0 else {
            blockCount = 0
            longBlocks = 0
            longLength = 0
            shortLength = 0
            return
        }
        blockCount = (symbolCount - 1) / blockLength + 1
        shortLength = symbolCount / blockCount
        longBlocks = symbolCount - shortLength * blockCount
        longLength = longBlocks > 0 ? shortLength + 1 : shortLength
    }

    /// Source symbols of block `block`; nil when there is no such block.
    public func sourceCount(of block: UInt32) -> Int? {
        guard Int(block) < blockCount else { return nil }
        return Int(block) < longBlocks ? longLength : shortLength
    }

    /// The object's symbol with which block `block`, which exists, begins, counted from 0.
    public func firstSymbol(of block: UInt32) -> Int {
        let long = min(Int(block), longBlocks)
        return long * longLength + (Int(block) - long) * shortLength
    }

    /// Bytes of the object's symbol `index`, which exists: all have E but the last.
    public func length(of index: Int) -> Int {
        guard index == symbolCount - 1 else { return symbolLength }
        return Int(transferLength - UInt64(index) * UInt64(symbolLength))
    }

    /// Where the object's symbol `index` begins, in bytes.
    public func offset(of index: Int) -> UInt64 { UInt64(index) * UInt64(symbolLength) }
}
