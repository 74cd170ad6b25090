import Bytes
import ObjectDelivery
public import Timing

/// The newest messages of a data channel, oldest first: what a fan saw a moment ago includes the score.
///
/// Bounded by age and by bytes, each message counted with some overhead so that a flood of empty ones ends too. A copy shares
/// the messages.
public struct KeptMessages: Sendable {
    /// How long messages are kept at least when memory lasts; a channel with a longer history keeps them as long as that.
    public static let leastDepth = StreamDuration(seconds: 30)
    /// Bytes that are kept at most, overhead included.
    public static let byteLimit = 1 << 20
    /// What a message counts beside its bytes.
    static let overhead = 128

    private var storage: [KeptMessage] = []
    private var head = 0
    private var depth: StreamDuration
    /// The number of the newest message; 0 before the first.
    public private(set) var lastNumber: UInt64 = 0
    /// When the newest of the messages that are gone was handed on; nil when none is gone: all later ones are kept.
    public private(set) var lastGone: StreamTime?
    /// Bytes that are kept, overhead included.
    public private(set) var byteCount = 0

    /// Keeps nothing yet; messages go once they are older than `depth`.
    public init(depth: StreamDuration = KeptMessages.leastDepth) { self.depth = max(depth, Self.leastDepth) }

    /// Whether nothing is kept.
    public var isEmpty: Bool { head == storage.count }

    /// How many messages are kept.
    public var count: Int { storage.count - head }

    /// The messages, oldest first.
    public var all: ArraySlice<KeptMessage> { storage[head...] }

    /// The kept messages with a number above `number`, oldest first.
    public func after(_ number: UInt64) -> ArraySlice<KeptMessage> {
        // Numbers follow each other: the place of one is known.
        let behind = lastNumber - min(number, lastNumber)
        return storage[(storage.count - Int(min(behind, UInt64(count))))...]
    }

    /// The kept messages handed on at or after `start` and before `end`, oldest first.
    public func between(_ start: StreamTime, _ end: StreamTime) -> ArraySlice<KeptMessage> {
        let first = place(of: start)
        return storage[first..<max(first, place(of: end))]
    }

    /// The place of the first message that was handed on at or after `time`.
    private func place(of time: StreamTime) -> Int {
        var (low, high) = (head, storage.count)
        while low < high {
            let middle = (low + high) / 2
            if storage[middle].message.time < time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    mutating func append(_ message: DataMessage, _ bytes: RawSpan) {
        lastNumber += 1
        storage.append(KeptMessage(number: lastNumber, message: message, bytes: bytes.copied()))
        byteCount += bytes.byteCount + Self.overhead
        forget(before: message.time - depth)
        while byteCount > Self.byteLimit, count > 1 { removeFirst() }
        tidy()
    }

    /// Learns that stream time is `time`.
    mutating func advance(to time: StreamTime) {
        guard !isEmpty else { return }
        forget(before: time - depth)
        tidy()
    }

    /// Keeps messages for `depth` from now on.
    mutating func keep(for depth: StreamDuration) { self.depth = max(depth, Self.leastDepth) }

    private mutating func forget(before time: StreamTime) {
        while head < storage.count, storage[head].message.time < time { removeFirst() }
    }

    private mutating func removeFirst() {
        byteCount -= storage[head].bytes.count + Self.overhead
        lastGone = storage[head].message.time
        storage[head].bytes = []
        head += 1
    }

    /// Gives room back once half of it is of messages that are gone.
    private mutating func tidy() {
        guard head > 0, head * 2 >= storage.count else { return }
        storage.removeFirst(head)
        head = 0
    }
}
