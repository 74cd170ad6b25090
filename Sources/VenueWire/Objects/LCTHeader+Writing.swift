public import Bytes

extension LCTHeader {
    /// Appends the header with the extensions that it has, and `transfer` as EXT_FTI; the lengths come from them.
    ///
    /// TSI and TOI take the shortest fields that hold them, 32 bits each where that is enough; the congestion control
    /// field is zeros. The FEC payload ID and the symbol are the caller's to append.
    public func write(to writer: inout ByteWriter, transfer: TransferInformation? = nil) {
        let start = writer.count
        let isHalf = transportSession >> 32 != 0 || object >> 96 != 0
        let objectBits = 128 - object.leadingZeroBitCount - (isHalf ? 16 : 0)
        let objectWords = max(isHalf ? 0 : 1, (objectBits + 31) / 32)
        let hasSessionWord = !isHalf || transportSession >> 16 != 0
        let words = min(max(congestionWords, 1), 4)
        writer.write(0x10 | UInt8(words - 1) << 2 | protocolBits & 3)
        writer.write(
            (hasSessionWord ? 0x80 : 0) | UInt8(objectWords) << 5 | (isHalf ? 0x10 : 0) | (closesSession ? 2 : 0)
                | (closesObject ? 1 : 0))
        writer.write(0 as UInt8)
        writer.write(codepoint)
        writer.write(repeating: 0, count: words * 4)
        if isHalf, hasSessionWord { writer.write(UInt16(truncatingIfNeeded: transportSession >> 32)) }
        if hasSessionWord { writer.write(UInt32(truncatingIfNeeded: transportSession)) }
        if isHalf, !hasSessionWord { writer.write(UInt16(truncatingIfNeeded: transportSession)) }
        if isHalf { writer.write(UInt16(truncatingIfNeeded: object >> (objectWords * 32))) }
        for word in (0..<objectWords).reversed() { writer.write(UInt32(truncatingIfNeeded: object >> (word * 32))) }
        writeExtensions(to: &writer, transfer: transfer)
        writer.patch(UInt8(truncatingIfNeeded: (writer.count - start) / 4), at: start + 2)
    }

    private func writeExtensions(to writer: inout ByteWriter, transfer: TransferInformation?) {
        if let tableMark {
            let version = UInt32(tableMark.version) << 20
            writer.write(UInt32(LCTExtension.table) << 24 | version | tableMark.instance)
        }
        if let contentCoding {
            writer.write(LCTExtension.contentCoding)
            writer.write(contentCoding)
            writer.write(0 as UInt16)
        }
        if let senderTime {
            writer.write(LCTExtension.time)
            writer.write(3 as UInt8)
            writer.write(LCTExtension.hasSeconds | LCTExtension.hasFraction)
            writer.write(senderTime.seconds)
            writer.write(senderTime.fraction)
        }
        transfer?.write(to: &writer)
    }
}
