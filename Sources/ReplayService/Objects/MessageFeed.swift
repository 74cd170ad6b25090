import HTTPServing
import PacketIO
import Pipeline
import Reports

/// Brings the messages of data channels to those who listen (server-sent events), as views are published.
///
/// What waits for one listener is bounded; one that does not read for long is let go, and asks again for what it missed.
final class MessageFeed: Sendable {
    /// Listeners at a time.
    static let limit = 1_024
    /// Bytes that wait for one listener.
    static let capacity = 256 << 10
    /// A comment is sent after so much silence, so that neither end takes the other for dead.
    static let heartbeat = Duration.seconds(15)
    /// A listener that takes nothing for so long is let go.
    static let patience = Duration.seconds(30)

    private struct Listener: Sendable {
        var channel: Int32
        var epoch: Int64
        /// The number of the last message that was written.
        var last: UInt64
        var stream: ByteStream
        /// When something was last written.
        var lastWrite: ContinuousClock.Instant
        /// Since when it takes nothing; nil while it does.
        var stuckSince: ContinuousClock.Instant?
    }

    private let listeners = Guarded<[Listener]>([])

    /// How many listen.
    var count: Int { listeners.withLock { $0.count } }

    /// Begins to tell of the messages after number `last`, those of `kept` at once; nil when too many listen.
    func listen(
        to channel: Int32, epoch: Int64, after last: UInt64, _ kept: KeptMessages,
        at now: ContinuousClock.Instant = .now
    ) -> ByteStream? {
        listeners.withLock { listeners in
            listeners.removeAll { $0.stream.isReaderGone }
            guard listeners.count < Self.limit else { return nil }
            let stream = ByteStream(capacity: Self.capacity)
            stream.write(Array("retry: 2000\n\n".utf8))
            var listener = Listener(channel: channel, epoch: epoch, last: last, stream: stream, lastWrite: now)
            Self.write(kept, to: &listener, at: now)
            listeners.append(listener)
            return stream
        }
    }

    /// Tells everybody what is new; `messages` gives what is kept of a channel.
    func publish(at now: ContinuousClock.Instant = .now, messages: (Int32) -> KeptMessages?) {
        listeners.withLock { listeners in
            for index in listeners.indices {
                if let kept = messages(listeners[index].channel) {
                    Self.write(kept, to: &listeners[index], at: now)
                }
                Self.keepAlive(&listeners[index], at: now)
            }
            listeners.removeAll { $0.stream.isReaderGone || Self.isLetGo($0, at: now) }
        }
    }

    /// Ends all streams.
    func stop() {
        listeners.withLock { listeners in
            for listener in listeners { listener.stream.finish() }
            listeners = []
        }
    }

    private static func write(_ kept: KeptMessages, to listener: inout Listener, at now: ContinuousClock.Instant) {
        for message in kept.after(listener.last) {
            let id = MessageID(epoch: listener.epoch, number: message.number).text
            let text = "id: \(id)\nevent: data\ndata: \(OrderedJSON(message: message, id: id).text)\n\n"
            guard listener.stream.write(Array(text.utf8)) == .accepted else {
                listener.stuckSince = listener.stuckSince ?? now
                return
            }
            listener.last = message.number
            listener.lastWrite = now
        }
        if listener.stream.waiting == 0 { listener.stuckSince = nil }
    }

    private static func keepAlive(_ listener: inout Listener, at now: ContinuousClock.Instant) {
        if listener.stream.waiting == 0 {
            listener.stuckSince = nil
        } else if listener.stuckSince == nil {
            listener.stuckSince = now
        }
        guard now - listener.lastWrite >= heartbeat else { return }
        listener.stream.write(Array(":\n\n".utf8))
        listener.lastWrite = now
    }

    /// Whether a listener takes nothing; its stream ends then.
    private static func isLetGo(_ listener: Listener, at now: ContinuousClock.Instant) -> Bool {
        guard let since = listener.stuckSince, now - since >= patience else { return false }
        listener.stream.finish()
        return true
    }
}
