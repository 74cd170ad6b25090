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
    ///
    /// Inlined, a copy of constant length takes a few instructions instead of calls.
    @inlinable @inline(__always)
    public mutating func overwrite(at offset: Int, with other: RawSpan) {
        let length = other.byteCount
        precondition(offset >= 0 && length <= count - offset)
        unsafe other.withUnsafeBytes { source in
            unsafe withUnsafeMutableBytes { target in
                guard let start = source.baseAddress, let place = target.baseAddress else { return }
                unsafe (place + offset).copyMemory(from: start, byteCount: length)
            }
        }
    }
}
