public import Bytes
public import Timing

extension MediaTimestamp {
    /// Reads the five bytes of a PTS or DTS (ISO/IEC 13818-1, 2.4.3.6); prefix and marker bits are not looked at.
    ///
    /// ```
    /// | prefix 4 | 32…30 | 1 | 29…15 | 1 | 14…0 | 1 |
    /// ```
    public init(parsing reader: inout ByteReader) throws(Truncation) {
        let first: UInt8 = try reader.read()
        let middle: UInt16 = try reader.read()
        let last: UInt16 = try reader.read()
        self.init(UInt64(first >> 1 & 7) << 30 | UInt64(middle >> 1) << 15 | UInt64(last >> 1))
    }

    /// Appends the five bytes; `prefix` is 2 for a PTS alone, 3 for a PTS before a DTS, 1 for the DTS.
    public func write(to writer: inout ByteWriter, prefix: UInt8) {
        writer.write(prefix << 4 | UInt8(truncatingIfNeeded: rawValue >> 30) << 1 | 1)
        writer.write(UInt16(truncatingIfNeeded: rawValue >> 15) << 1 | 1)
        writer.write(UInt16(truncatingIfNeeded: rawValue) << 1 | 1)
    }
}
