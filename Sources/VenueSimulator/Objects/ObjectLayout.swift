public import VenueWire

/// How a sender cuts objects into symbols and blocks, and how it protects them.
public struct ObjectLayout: Hashable, Sendable {
    /// Bytes of a symbol (1…65 000).
    public let symbolLength: Int
    /// The most source symbols of a block, k.
    public let sourceCount: Int
    /// Repair symbols of each block, r; 0 for none.
    public let repairCount: Int

    /// Symbols of `symbolLength` bytes in blocks of up to `sourceCount` with `repairCount` repair symbols each; what is
    /// beyond the code's 255 symbols, or below 1, is set to the nearest that is not.
    public init(symbolLength: Int = 1_400, sourceCount: Int = 64, repairCount: Int = 0) {
        self.symbolLength = min(max(1, symbolLength), 65_000)
        self.repairCount = min(max(0, repairCount), 254)
        self.sourceCount = min(max(1, sourceCount), 255 - self.repairCount)
    }

    /// The FEC encoding: 5 (Reed-Solomon) with repair symbols, 0 without.
    public var encoding: ObjectEncoding { repairCount > 0 ? .reedSolomon : .noCode }

    /// How an object of `length` bytes is sent.
    func information(length: Int) -> TransferInformation {
        TransferInformation(
            encoding: encoding, transferLength: UInt64(max(0, length)), symbolLength: symbolLength,
            blockLength: sourceCount, symbolLimit: repairCount > 0 ? sourceCount + repairCount : 0)
    }
}
