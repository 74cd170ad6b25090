import Glibc

/// Memory that is filled once from the front and lent ever after: read buffer, receive buffer and evidence store are this type.
///
/// Contract behind `@unchecked Sendable`: one filler at a time; bytes below `count` never change until `recycle()`, which
/// only the one holder that can be sure nothing is lent any more may call.
@safe
public final class Slab: @unchecked Sendable {
    @usableFromInline let base: UnsafeMutableRawPointer
    /// How many bytes fit.
    public let capacity: Int
    // No access of it holds another one: the checks at run time cost 2 % of an analysis and could find nothing. Other modules
    // go by `count`, since what they read directly is checked all the same.
    @usableFromInline @safe @exclusivity(unchecked) var filled = 0
    /// How many bytes are filled.
    @inlinable public var count: Int { filled }

    /// Allocates room for `capacity` bytes; the pages are touched only as they are filled.
    public init(capacity: Int) {
        unsafe base = UnsafeMutableRawPointer.allocate(byteCount: max(1, capacity), alignment: 64)
        self.capacity = capacity
    }

    deinit { unsafe base.deallocate() }

    /// The filled bytes, lent for as long as the slab is held.
    @inlinable public var bytes: RawSpan {
        @_lifetime(borrow self)
        get {
            let span = unsafe RawSpan(_unsafeStart: base, byteCount: filled)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// Bytes that are known to be filled, lent for as long as the slab is held.
    ///
    /// It does not look at `count`, so that a reader who was told of `range` may ask while another thread fills the rest.
    @_lifetime(borrow self)
    @inlinable public func bytes(in range: Range<Int>) -> RawSpan {
        precondition(range.lowerBound >= 0 && range.upperBound <= capacity)
        let span = unsafe RawSpan(_unsafeStart: base + range.lowerBound, byteCount: range.count)
        return unsafe _overrideLifetime(span, borrowing: self)
    }

    /// Copies bytes that are known to be filled to where there is room for them.
    @unsafe @inline(__always)
    func copy(_ range: Range<Int>, to target: UnsafeMutableRawPointer) {
        precondition(range.lowerBound >= 0 && range.upperBound <= capacity)
        unsafe target.copyMemory(from: base + range.lowerBound, byteCount: range.count)
    }

    /// Bytes that can still be filled.
    public var spare: Int { capacity - count }

    /// Empties the slab.
    public func recycle() { filled = 0 }

    /// Appends a copy of `bytes`; false, with nothing changed, when it does not fit.
    @discardableResult
    public func append(_ bytes: RawSpan) -> Bool {
        guard bytes.byteCount <= capacity - count else { return false }
        unsafe bytes.withUnsafeBytes { source in
            if let start = source.baseAddress { unsafe (base + count).copyMemory(from: start, byteCount: source.count) }
        }
        filled += bytes.byteCount
        return true
    }

    /// Appends `length` zero bytes and lends them for writing; nil when they do not fit.
    public func appendZeros<R>(_ length: Int, _ body: (inout MutableRawSpan) -> R) -> R? {
        guard length >= 0, length <= capacity - count else { return nil }
        unsafe (base + count).initializeMemory(as: UInt8.self, repeating: 0, count: length)
        var span = unsafe MutableRawSpan(_unsafeStart: base + count, byteCount: length)
        filled += length
        return body(&span)
    }

    /// Drops `consumed` bytes at the front by moving the rest down; only while nothing is lent.
    public func compact(consumed: Int) {
        precondition(consumed >= 0 && consumed <= count)
        unsafe memmove(base, base + consumed, count - consumed)
        filled -= consumed
    }

    /// Room behind the filled bytes, for a call that writes there and returns how many bytes it wrote, or a negative error.
    @unsafe
    public func fill(_ body: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        let got = unsafe body(UnsafeMutableRawBufferPointer(start: base + count, count: capacity - count))
        if got > 0 {
            precondition(got <= capacity - count)
            filled += got
        }
        return got
    }

    /// One `read(2)` behind the filled bytes: how many came, 0 at the end, or the negative `errno`.
    public func fill(from descriptor: Int32) -> Int {
        unsafe fill { room in
            while true {
                let got = unsafe read(descriptor, room.baseAddress, room.count)
                if got >= 0 { return got }
                if errno != EINTR { return -Int(errno) }
            }
        }
    }
}
