import Dispatch
import Glibc
import PacketIO
import Playback
import VenueWire

/// Tells an application what happens, one thing after the other on one thread, outside all locks.
///
/// What an application does not take in time waits, within limits: then the oldest message, or a list that a newer one
/// replaces, is given up.
final class Delivery: Sendable {
    /// What a thing is about.
    enum Subject: Hashable, Sendable {
        /// A message of so many bytes.
        case message(bytes: Int)
        /// The list of a kind, of so many channels.
        case list(ChannelKind, count: Int = 0)
        /// Anything else that is told.
        case other
        /// What the SDK does itself between what is told; it is never given up.
        case own

        var isMessage: Bool { if case .message = self { true } else { false } }
        var kind: ChannelKind? { if case .list(let kind, _) = self { kind } else { nil } }
        /// What it takes to keep it.
        var bytes: Int {
            switch self {
            case .message(let bytes): bytes
            case .list(_, let count): count * Delivery.channelBytes
            case .other, .own: 0
            }
        }
    }

    private struct Item: Sendable {
        var subject: Subject
        var tell: @Sendable () -> Void
    }

    private struct State {
        var items: [Item] = []
        var first = 0
        var bytes = 0
        var givenUp = 0
        var thread: pthread_t?

        var count: Int { items.count - first }
    }

    /// This many things may wait.
    static let limit = 4_096
    /// Messages and lists of this many bytes may wait.
    static let byteLimit = 64 << 20
    /// What one channel of a list that waits counts for.
    static let channelBytes = 512

    private let queue = DispatchQueue(label: "StadiumVisionMobile")
    private let state = Guarded(State())

    /// Whether this is the thread that tells.
    var isCurrent: Bool {
        let thread = state.withLock { $0.thread }
        return thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
    }

    /// Whether this thread is in a callback, of this or of a player: those who wait for each other would wait for ever.
    var mayNotWait: Bool { isCurrent || Player.isRendering }

    /// How many things were given up because the application did not take them in time.
    var givenUp: Int { state.withLock { $0.givenUp } }

    /// Tells something behind everything that waits.
    func add(_ subject: Subject = .other, _ tell: @escaping @Sendable () -> Void) {
        state.withLock { state in
            Self.makeRoom(for: subject, in: &state)
            state.items.append(Item(subject: subject, tell: tell))
            state.bytes += subject.bytes
        }
        queue.async { [self] in tellNext() }
    }

    /// Waits until everything is told that waits now; nothing when it is called from what is told.
    func finish() {
        guard !mayNotWait else { return }
        queue.sync {}
    }

    private static func makeRoom(for subject: Subject, in state: inout State) {
        while state.count >= limit || state.bytes + subject.bytes > byteLimit, state.count > 0 {
            let waiting = state.items[state.first...]
            let place =
                waiting.firstIndex { $0.subject.kind != nil && $0.subject.kind == subject.kind }
                ?? waiting.firstIndex { $0.subject.isMessage } ?? waiting.firstIndex { $0.subject == .other }
            guard let place else { return }
            state.bytes -= state.items.remove(at: place).subject.bytes
            state.givenUp += 1
        }
    }

    private func tellNext() {
        let item = state.withLock { state -> Item? in
            guard state.count > 0 else { return nil }
            let item = state.items[state.first]
            state.first += 1
            if state.first == state.items.count || state.first > Self.limit {
                state.items.removeFirst(state.first)
                state.first = 0
            }
            state.bytes -= item.subject.bytes
            state.thread = pthread_self()
            return item
        }
        guard let item else { return }
        item.tell()
        state.withLock { $0.thread = nil }
    }
}
