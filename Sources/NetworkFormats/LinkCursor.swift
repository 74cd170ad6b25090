import Bytes

/// A place in a frame: what follows `offset` reached to `end` on the wire, of which the capture may hold less.
struct LinkCursor: Hashable, Sendable {
    /// How many encapsulations are followed in one frame; more is taken for a malformed frame.
    static let maximumDepth = 16

    /// Where the next header begins.
    var offset: Int
    /// Where the bytes ended on the wire.
    var end: Int
    /// Encapsulations followed so far.
    var depth = 0

    /// Why `count` bytes cannot be read here, or nil when they can.
    func refusal(ofReading count: Int, in frame: RawSpan) -> FrameRefusal? {
        if offset + count <= min(end, frame.byteCount) { return nil }
        return offset + count <= end ? .truncatedHeader : .malformed
    }

    /// Cuts off what lies more than `count` bytes ahead: padding and trailers.
    mutating func limit(to count: Int) { end = min(end, offset + max(0, count)) }

    /// The bytes from here on that the capture holds.
    func captured(of frame: RawSpan) -> Range<Int> {
        let stop = min(end, frame.byteCount)
        return min(offset, stop)..<stop
    }

    /// The cursor `count` bytes further on.
    func advanced(by count: Int) -> Self { Self(offset: offset + count, end: end, depth: depth) }
}
