public import Bytes
import CMicroHTTPD
import Synchronization

/// A body of unknown length: one thread writes, one reader is sent what was written; what waits is bounded.
public final class ByteStream: Sendable {
    /// What became of bytes that were written.
    public enum Acceptance: Sendable, Equatable {
        /// They will be sent.
        case accepted
        /// They were dropped, because as many bytes as may wait do.
        case full
        /// They were dropped: the reader is gone, or the stream has ended.
        case closed
    }

    private struct State {
        var waiting: [SlabSlice] = []
        var taken = 0
        var count = 0
        var hasEnded = false
        var isReaderGone = false
        var sleep: Sleep?
        var whenGone: (@Sendable () -> Void)?
    }

    /// How many bytes may wait.
    public let capacity: Int
    private let state = Mutex(State())

    /// An empty stream in which `capacity` bytes may wait.
    public init(capacity: Int = 1 << 20) { self.capacity = max(1, capacity) }

    /// Whether nobody reads any more.
    public var isReaderGone: Bool { state.withLock { $0.isReaderGone } }

    /// How many bytes wait.
    public var waiting: Int { state.withLock { $0.count } }

    /// Calls `body` once when the reader is gone, whether or not it got everything; at once when it is gone already.
    public func whenReaderGone(_ body: @escaping @Sendable () -> Void) {
        let isGone = state.withLock { state in
            if !state.isReaderGone { state.whenGone = body }
            return state.isReaderGone
        }
        if isGone { body() }
    }

    /// Writes a copy of `bytes`, all or nothing.
    @discardableResult
    public func write(_ bytes: [UInt8]) -> Acceptance { write(SliceList(copying: bytes)) }

    /// Writes bytes that lie in pieces, all or nothing, without copying them.
    @discardableResult
    public func write(_ bytes: SliceList) -> Acceptance {
        let (acceptance, sleep) = state.withLock { state -> (Acceptance, Sleep?) in
            if state.hasEnded || state.isReaderGone { return (.closed, nil) }
            // A piece larger than the capacity passes when nothing waits, or it never could.
            guard state.count == 0 || bytes.count <= capacity - state.count else { return (.full, nil) }
            guard bytes.count > 0 else { return (.accepted, nil) }
            state.waiting.append(contentsOf: bytes.slices)
            state.count += bytes.count
            return (.accepted, state.sleep.take())
        }
        sleep?.end(.woken)
        return acceptance
    }

    /// Ends the body behind what was written.
    public func finish() {
        let sleep = state.withLock { state in
            state.hasEnded = true
            return state.sleep.take()
        }
        sleep?.end(.woken)
    }

    /// Gives waiting bytes to the connection of `exchange`, or suspends it until there are some.
    func read(into room: UnsafeMutableRawBufferPointer, for exchange: Exchange) -> Int {
        state.withLock { state in
            guard state.count > 0 else {
                if state.hasEnded || exchange.isStopping { return cmhd_end_of_stream }
                state.sleep = exchange.suspend()
                return 0
            }
            return Self.take(from: &state, into: room)
        }
    }

    private static func take(from state: inout State, into room: UnsafeMutableRawBufferPointer) -> Int {
        var written = 0
        var used = 0
        while used < state.waiting.count, written < room.count {
            let slice = state.waiting[used]
            let start = slice.range.lowerBound + (used == 0 ? state.taken : 0)
            let length = min(slice.range.upperBound - start, room.count - written)
            slice.slab.bytes(in: start..<(start + length)).withUnsafeBytes { source in
                if let base = source.baseAddress {
                    room.baseAddress?.advanced(by: written).copyMemory(from: base, byteCount: length)
                }
            }
            written += length
            guard start + length == slice.range.upperBound else {
                state.taken = start + length - slice.range.lowerBound
                break
            }
            used += 1
            state.taken = 0
        }
        state.waiting.removeFirst(used)
        state.count -= written
        return written
    }

    /// Tells the producer that nobody reads any more.
    func readerLeft() {
        let told = state.withLock { state in
            state.isReaderGone = true
            state.waiting = []
            state.count = 0
            state.sleep = nil
            return state.whenGone.take()
        }
        told?()
    }
}
