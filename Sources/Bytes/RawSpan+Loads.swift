extension RawSpan {
    /// The byte at `offset`; the caller has checked that it exists (a wrong offset stops the program).
    @inlinable
    public func byte(at offset: Int) -> UInt8 {
        unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    /// The big-endian integer at `offset`, of any alignment; the caller has checked that it fits.
    @inlinable
    public func bigEndian<Value: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Value.Type = Value.self)
        -> Value
    {
        unsafe Value(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: Value.self))
    }

    /// The little-endian integer at `offset`, of any alignment; the caller has checked that it fits.
    @inlinable
    public func littleEndian<Value: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int, as type: Value.Type = Value.self
    ) -> Value {
        unsafe Value(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: Value.self))
    }

    /// Whether both spans hold the same bytes.
    @inlinable
    public func equals(_ other: RawSpan) -> Bool {
        guard byteCount == other.byteCount else { return false }
        var offset = 0
        while offset + 8 <= byteCount {
            let mine: UInt64 = bigEndian(at: offset)
            let theirs: UInt64 = other.bigEndian(at: offset)
            if mine != theirs { return false }
            offset += 8
        }
        while offset < byteCount {
            if byte(at: offset) != other.byte(at: offset) { return false }
            offset += 1
        }
        return true
    }

    /// A copy of the bytes on the heap; not for the packet path.
    public func copied() -> [UInt8] {
        // The empty array is one for all threads, and would be written.
        if isEmpty { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            unsafe withUnsafeBytes { source in
                unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(from: source)
            }
            count = byteCount
        }
    }
}
