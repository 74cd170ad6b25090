public import Bytes
public import Timing

extension ParityHeader {
    /// The protected sequence number at `place`, 0 ..< `count`.
    public func member(_ place: Int) -> SequenceNumber { snBase.advanced(by: place &* offset) }

    /// Which of the protected packets `number` is, 0 ..< `count`; nil when it is not protected.
    public func place(of number: SequenceNumber) -> Int? {
        let ahead = Int(number.rawValue &- snBase.rawValue)
        guard offset > 0, ahead % offset == 0, ahead / offset < count else { return nil }
        return ahead / offset
    }

    /// Appends the 28 bytes; `offset` and `count` are written modulo 256, the XOR payload is the caller's to append.
    public func write(to writer: inout ByteWriter) {
        writer.write(0x80 | padExtCsrcRecovery & 0x3f)
        writer.write((markerRecovery ? 0x80 : 0) | payloadType & 0x7f)
        writer.write(sequenceNumber.rawValue)
        writer.write(timestamp)
        writer.write(synchronizationSource)
        writer.write(snBase.rawValue)
        writer.write(lengthRecovery)
        writer.write((hasExtensionBit ? 0x80 : 0) | payloadTypeRecovery & 0x7f)
        writer.writeUInt24(mask)
        writer.write(timestampRecovery)
        writer.write((isRow ? 0x40 : 0) | index & 0x07)
        writer.write(UInt8(truncatingIfNeeded: offset))
        writer.write(UInt8(truncatingIfNeeded: count))
        writer.write(snBaseExtension)
    }
}
