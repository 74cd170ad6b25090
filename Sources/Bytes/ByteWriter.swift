/// Builds a message front to back; big-endian unless said otherwise.
public struct ByteWriter: Sendable {
    /// What was written.
    public private(set) var bytes: [UInt8]

    /// Starts empty, with room for `capacity` bytes.
    public init(capacity: Int = 0) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Bytes written so far.
    public var count: Int { bytes.count }

    /// Appends `value`, most significant byte first.
    public mutating func write(_ value: some FixedWidthInteger) {
        var shift = value.bitWidth - 8
        while shift >= 0 {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
            shift -= 8
        }
    }

    /// Appends `value`, least significant byte first.
    public mutating func writeLittleEndian(_ value: some FixedWidthInteger) {
        var shift = 0
        while shift < value.bitWidth {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
            shift += 8
        }
    }

    /// Appends the low 24 bits of `value`, most significant byte first.
    public mutating func writeUInt24(_ value: UInt32) {
        bytes.append(UInt8(truncatingIfNeeded: value >> 16))
        write(UInt16(truncatingIfNeeded: value))
    }

    /// Appends `other`.
    public mutating func write(contentsOf other: [UInt8]) { bytes.append(contentsOf: other) }

    /// Appends a copy of lent bytes.
    public mutating func write(contentsOf span: RawSpan) { bytes.append(copying: span) }

    /// Appends the UTF-8 bytes of `text`.
    public mutating func write(utf8 text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends `value` `count` times.
    public mutating func write(repeating value: UInt8, count: Int) {
        bytes.append(contentsOf: repeatElement(value, count: max(0, count)))
    }

    /// Overwrites the bytes at `offset` with `value`, most significant byte first; they must have been written.
    public mutating func patch(_ value: some FixedWidthInteger, at offset: Int) {
        let width = value.bitWidth / 8
        for index in 0..<width {
            bytes[offset + index] = UInt8(truncatingIfNeeded: value >> ((width - 1 - index) * 8))
        }
    }
}
