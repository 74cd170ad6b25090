extension [UInt8] {
    /// The bytes, lent for as long as the array is neither changed nor let go.
    @inlinable public var lent: RawSpan {
        @_lifetime(borrow self)
        get { unsafe span.bytes }
    }

    /// Appends a copy of lent bytes.
    public mutating func append(copying other: RawSpan) {
        unsafe other.withUnsafeBytes { source in unsafe append(contentsOf: source) }
    }

    /// Lends the bytes for writing, for the length of the call.
    public mutating func lendForWriting<R>(_ body: (inout MutableRawSpan) -> R) -> R {
        var elements = mutableSpan
        var bytes = unsafe elements.mutableBytes
        return body(&bytes)
    }

    /// Overwrites the bytes from `offset` on with a copy of lent ones; the caller has checked that they fit.
    public mutating func overwrite(at offset: Int, with other: RawSpan) {
        precondition(offset >= 0 && other.byteCount <= count - offset)
        unsafe other.withUnsafeBytes { source in
            unsafe withUnsafeMutableBytes { target in
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[offset...]).copyMemory(from: source)
            }
        }
    }
}
