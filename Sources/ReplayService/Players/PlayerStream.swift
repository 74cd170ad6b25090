import Bytes
import HTTPServing
import PacketIO
import Playback

/// A player's transport stream on its way to those who read it, at the play-head's pace and across its jumps.
///
/// The first reader gets tables and then media from a random access point on; one that comes later gets what was sent since
/// the last random access point at once, and goes on with the others. What waits for one reader is bounded.
final class PlayerStream: PlayerOutput {
    /// Readers of one player.
    static let readerLimit = 8
    /// Bytes since the last random access point that are kept for readers to come.
    static let groupLimit = 8 << 20
    /// Bytes that wait for one reader: what is kept for it, and as much again; one that lets more wait is let go.
    static let capacity = 2 * groupLimit

    private struct State: Sendable {
        var readers: [ByteStream] = []
        /// The tables that stood before the last jump.
        var tables = SliceList()
        var group = RandomAccessGroup()
    }

    private let state = Guarded(State())

    /// Nothing is decoded for it.
    var wantsPictures: Bool { false }

    /// Nothing is read from the history while nobody reads; whoever reads again begins at a random access point.
    var wantsTransport: Bool { readers > 0 }

    /// How many read.
    var readers: Int {
        state.withLock { state in
            state.readers.removeAll(where: \.isReaderGone)
            return state.readers.count
        }
    }

    /// Sends the next bytes to everybody, and lets go those who do not take them.
    func take(_ transport: SliceList, isJump: Bool) {
        state.withLock { state in
            if isJump {
                state.tables = transport
                state.group = RandomAccessGroup()
            } else {
                state.group.append(transport, limit: Self.groupLimit)
            }
            state.readers.removeAll { reader in
                guard reader.write(transport) != .accepted else { return false }
                reader.finish()
                return true
            }
        }
    }

    /// Begins to send to one more reader; nil when there are too many.
    func open() -> ByteStream? {
        state.withLock { state in
            state.readers.removeAll(where: \.isReaderGone)
            guard state.readers.count < Self.readerLimit else { return nil }
            let stream = ByteStream(capacity: Self.capacity)
            if state.readers.isEmpty {
                state.tables = SliceList()
                state.group = RandomAccessGroup()
            }
            var beginning = state.tables
            beginning.append(contentsOf: state.group.bytes)
            stream.write(beginning)
            state.readers.append(stream)
            return stream
        }
    }

    /// Ends the stream for everybody who reads it.
    func end() {
        let readers = state.withLock { state in
            let readers = state.readers
            state.readers = []
            return readers
        }
        for reader in readers { reader.finish() }
    }
}
