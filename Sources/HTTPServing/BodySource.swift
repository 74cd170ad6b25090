import Bytes
import CMicroHTTPD

/// Where the library gets the bytes of a body that is not in one piece.
class BodySource {
    /// Fills `room` from byte `position` of the body on; how many bytes, 0 when the connection was suspended, or one of
    /// the library's two ends.
    func read(at position: UInt64, into room: UnsafeMutableRawBufferPointer) -> Int { cmhd_end_with_error }
}

/// A part of bytes in pieces.
final class SliceSource: BodySource {
    private let list: SliceList
    private let range: Range<Int>
    private let lease: (any AnyObject & Sendable)?

    init(_ list: SliceList, _ range: Range<Int>, _ lease: (any AnyObject & Sendable)?) {
        self.list = list
        self.range = range
        self.lease = lease
    }

    override func read(at position: UInt64, into room: UnsafeMutableRawBufferPointer) -> Int {
        guard position < UInt64(range.count) else { return cmhd_end_of_stream }
        let left = range.count - Int(position)
        let piece = UnsafeMutableRawBufferPointer(rebasing: room[..<min(room.count, left)])
        return list.copy(from: range.lowerBound + Int(position), into: piece)
    }
}

/// A stream as the exchange that it is sent to reads it.
final class StreamSource: BodySource {
    private let stream: ByteStream
    // The exchange lives until the library has told that the response is over, which is after the last read.
    private unowned let exchange: Exchange

    init(_ stream: ByteStream, _ exchange: Exchange) {
        self.stream = stream
        self.exchange = exchange
    }

    override func read(at position: UInt64, into room: UnsafeMutableRawBufferPointer) -> Int {
        if exchange.wakeUp() == .readerGone { return cmhd_end_with_error }
        return stream.read(into: room, for: exchange)
    }
}
