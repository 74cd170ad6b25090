/// What a file delivery table says of how an object is sent: the FEC-OTI attributes, each of which may be absent.
public struct TransferAttributes: Hashable, Sendable {
    /// FEC-OTI-FEC-Encoding-ID.
    public var encoding: ObjectEncoding?
    /// FEC-OTI-Encoding-Symbol-Length, in bytes.
    public var symbolLength: Int?
    /// FEC-OTI-Maximum-Source-Block-Length, in source symbols.
    public var blockLength: Int?
    /// FEC-OTI-Max-Number-of-Encoding-Symbols of a block.
    public var symbolLimit: Int?
    /// FEC-OTI-FEC-Instance-ID, for encodings from 128 on.
    public var instance: UInt16?

    /// Says nothing.
    public init() {}

    /// What `information` says, for writing.
    public init(_ information: TransferInformation) {
        encoding = information.encoding
        symbolLength = information.symbolLength
        blockLength = information.blockLength
        if information.encoding != .noCode { symbolLimit = information.symbolLimit }
        if information.encoding == .smallBlock { instance = information.instance }
    }

    /// What holds for an object of which `self` is said where `general` holds for the whole table.
    public func over(_ general: Self) -> Self {
        var merged = general
        if let encoding { merged.encoding = encoding }
        if let symbolLength { merged.symbolLength = symbolLength }
        if let blockLength { merged.blockLength = blockLength }
        if let symbolLimit { merged.symbolLimit = symbolLimit }
        if let instance { merged.instance = instance }
        return merged
    }

    /// How an object of `length` bytes is sent whose packets bear `codepoint`; nil when too little is said.
    public func information(length: UInt64, codepoint: ObjectEncoding) -> TransferInformation? {
        guard let symbolLength, let blockLength else { return nil }
        return TransferInformation(
            encoding: encoding ?? codepoint, transferLength: length, symbolLength: symbolLength,
            blockLength: blockLength, symbolLimit: symbolLimit ?? 0, instance: instance ?? 0)
    }

    /// Takes an attribute of the table or of one of its files; false when its value is none.
    mutating func take(_ name: String, _ value: String) -> Bool {
        switch name {
        case "FEC-OTI-FEC-Encoding-ID":
            encoding = UInt8(value).map { ObjectEncoding(rawValue: $0) }
            return encoding != nil
        case "FEC-OTI-Encoding-Symbol-Length":
            symbolLength = UInt16(value).map(Int.init)
            return symbolLength != nil
        case "FEC-OTI-Maximum-Source-Block-Length":
            blockLength = UInt32(value).map(Int.init)
            return blockLength != nil
        case "FEC-OTI-Max-Number-of-Encoding-Symbols":
            symbolLimit = UInt32(value).map(Int.init)
            return symbolLimit != nil
        case "FEC-OTI-FEC-Instance-ID":
            instance = UInt16(value)
            return instance != nil
        default: return true
        }
    }
}
