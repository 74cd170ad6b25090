public import Bytes
import Timing

extension RTPHeader {
    /// Appends the fixed part and the optional parts given here; payload and padding bytes are the caller's to append.
    ///
    /// `contributingSources` beyond 15 and `extensionWords` beyond 65 535 are left out; the extension is written when
    /// `extensionProfile` is given.
    public func write(
        to writer: inout ByteWriter, contributingSources: [UInt32] = [], extensionProfile: UInt16? = nil,
        extensionWords: [UInt32] = [], hasPadding: Bool = false
    ) {
        let sources = contributingSources.prefix(15)
        let padding: UInt8 = hasPadding ? 0x20 : 0
        let extended: UInt8 = extensionProfile == nil ? 0 : 0x10
        writer.write(0x80 | padding | extended | UInt8(truncatingIfNeeded: sources.count))
        writer.write((marker ? 0x80 : 0) | payloadType & 0x7f)
        writer.write(sequenceNumber.rawValue)
        writer.write(timestamp)
        writer.write(synchronizationSource)
        for source in sources { writer.write(source) }
        guard let extensionProfile else { return }
        let words = extensionWords.prefix(Int(UInt16.max))
        writer.write(extensionProfile)
        writer.write(UInt16(truncatingIfNeeded: words.count))
        for word in words { writer.write(word) }
    }
}
