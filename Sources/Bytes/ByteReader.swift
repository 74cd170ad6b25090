/// A cursor over lent bytes: reads from the front, never past the end, and stays where it is when a read fails.
public struct ByteReader: ~Escapable {
    @usableFromInline let bytes: RawSpan
    @usableFromInline var place = 0
    /// Bytes read so far.
    @inlinable public var offset: Int { place }

    /// Starts at the first of `bytes`.
    @_lifetime(copy bytes)
    @inlinable public init(_ bytes: RawSpan) { self.bytes = bytes }

    /// Bytes not read yet.
    @inlinable public var remaining: Int { bytes.byteCount - place }

    /// Reads a big-endian integer.
    @inlinable
    public mutating func read<Value: FixedWidthInteger & BitwiseCopyable>(
        _ type: Value.Type = Value.self
    ) throws(Truncation) -> Value {
        let start = try take(MemoryLayout<Value>.size)
        return bytes.bigEndian(at: start)
    }

    /// Reads a little-endian integer.
    @inlinable
    public mutating func readLittleEndian<Value: FixedWidthInteger & BitwiseCopyable>(
        _ type: Value.Type = Value.self
    ) throws(Truncation) -> Value {
        let start = try take(MemoryLayout<Value>.size)
        return bytes.littleEndian(at: start)
    }

    /// Reads a big-endian integer of 24 bits.
    @inlinable
    public mutating func readUInt24() throws(Truncation) -> UInt32 {
        let start = try take(3)
        return UInt32(bytes.byte(at: start)) << 16 | UInt32(bytes.bigEndian(at: start + 1, as: UInt16.self))
    }

    /// The byte `ahead` positions from here, without moving; nil past the end.
    @inlinable
    public func peek(ahead: Int = 0) -> UInt8? {
        ahead >= 0 && ahead < remaining ? bytes.byte(at: place + ahead) : nil
    }

    /// Moves on by `count` bytes.
    @inlinable
    public mutating func skip(_ count: Int) throws(Truncation) { _ = try take(count) }

    /// Moves on by `count` bytes and says where they lie, counted from the reader's first byte.
    @inlinable
    public mutating func readRange(_ count: Int) throws(Truncation) -> Range<Int> {
        let start = try take(count)
        return start..<(start + count)
    }

    /// Lends the next `count` bytes.
    @inlinable
    @_lifetime(copy self)
    public mutating func readSpan(_ count: Int) throws(Truncation) -> RawSpan {
        let start = try take(count)
        return bytes.extracting(start..<(start + count))
    }

    /// Lends everything that is left and moves to the end.
    @_lifetime(copy self)
    public mutating func readRest() -> RawSpan {
        let start = place
        place = bytes.byteCount
        return bytes.extracting(start..<bytes.byteCount)
    }

    @inlinable
    mutating func take(_ count: Int) throws(Truncation) -> Int {
        guard count >= 0, count <= remaining else {
            throw Truncation(wanted: count, remaining: remaining, offset: place)
        }
        defer { place += count }
        return place
    }
}
