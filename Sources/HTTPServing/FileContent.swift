import CMicroHTTPD
import Glibc

/// An open file as a body: its bytes are read while they are sent, so that no more of it than a block is in memory.
///
/// The file may lose its name meanwhile; what was opened is sent.
public final class FileContent: Sendable {
    /// How many bytes of it are sent.
    public let count: Int
    private let descriptor: Int32

    /// The first `count` bytes of an open file, which is closed once nobody is sent any of it.
    public init(descriptor: Int32, count: Int) {
        self.descriptor = descriptor
        self.count = max(0, count)
    }

    deinit { close(descriptor) }

    /// Fills `room` from byte `offset` of the file on; how many bytes, 0 when there are none, -1 when they cannot be read.
    func read(at offset: Int, into room: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let got = pread(descriptor, room.baseAddress, room.count, off_t(offset))
            if got >= 0 || errno != EINTR { return got }
        }
    }
}

/// A part of an open file.
final class FileSource: BodySource {
    private let content: FileContent
    private let range: Range<Int>
    // As with a stream: the exchange lives until the response is over.
    private unowned let exchange: Exchange

    init(_ content: FileContent, _ range: Range<Int>, _ exchange: Exchange) {
        self.content = content
        self.exchange = exchange
        self.range = range
    }

    override func read(at position: UInt64, into room: UnsafeMutableRawBufferPointer) -> Int {
        guard position < UInt64(range.count) else { return cmhd_end_of_stream }
        let left = range.count - Int(position)
        let piece = UnsafeMutableRawBufferPointer(rebasing: room[..<min(room.count, left)])
        let got = content.read(at: range.lowerBound + Int(position), into: piece)
        // Somebody cut the file: the length that was promised cannot be kept.
        if got > 0 { return got }
        // The library would notice the end of such a connection only with its next event.
        exchange.record.breakOff()
        return cmhd_end_with_error
    }
}
