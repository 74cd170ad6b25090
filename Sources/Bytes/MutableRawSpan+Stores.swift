extension MutableRawSpan {
    /// The byte at `offset`; the caller has checked that it exists (a wrong offset stops the program).
    @inlinable
    public func byte(at offset: Int) -> UInt8 {
        unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    /// Overwrites the byte at `offset`; the caller has checked that it exists (a wrong offset stops the program).
    @inlinable
    @_lifetime(self: copy self)
    public mutating func setByte(_ value: UInt8, at offset: Int) {
        storeBytes(of: value, toByteOffset: offset, as: UInt8.self)
    }

    /// The big-endian integer at `offset`, of any alignment; the caller has checked that it fits.
    @inlinable
    public func bigEndian<Value: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Value.Type = Value.self)
        -> Value
    {
        unsafe Value(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: Value.self))
    }

    /// Overwrites the integer at `offset`, most significant byte first; the caller has checked that it fits.
    @inlinable
    @_lifetime(self: copy self)
    public mutating func setBigEndian<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value, at offset: Int) {
        storeBytes(of: value.bigEndian, toByteOffset: offset, as: Value.self)
    }

    /// Overwrites the integer at `offset`, least significant byte first; the caller has checked that it fits.
    @inlinable
    @_lifetime(self: copy self)
    public mutating func setLittleEndian<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value, at offset: Int) {
        storeBytes(of: value.littleEndian, toByteOffset: offset, as: Value.self)
    }

    /// Overwrites the bytes from `offset` on with those of `source`; the caller has checked that they fit.
    @inlinable
    @_lifetime(self: copy self)
    public mutating func copy(_ source: RawSpan, at offset: Int = 0) {
        precondition(offset >= 0 && source.byteCount <= byteCount - offset)
        unsafe withUnsafeMutableBytes { room in
            unsafe source.withUnsafeBytes { bytes in
                guard let to = room.baseAddress, let from = bytes.baseAddress else { return }
                unsafe (to + offset).copyMemory(from: from, byteCount: bytes.count)
            }
        }
    }
}
