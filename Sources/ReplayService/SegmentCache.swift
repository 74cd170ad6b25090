import HTTPServing
import PacketIO

/// Segments that were asked for lately, each as the one answer that all its readers share.
///
/// Media lies once in the histories; a segment is put together when somebody asks for it first, and forgotten when others
/// need the room.
final class SegmentCache: Sendable {
    /// What is kept.
    struct Key: Hashable, Sendable {
        var channel: String
        var epoch: String
        /// "1234.ts", "0.init.mp4".
        var name: String
    }

    private struct Entry {
        var content: SharedContent
        var used: UInt64
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var byteCount = 0
        var clock: UInt64 = 0
    }

    private let state = Guarded(State())
    private let limit: Int

    /// A cache of at most `limit` bytes.
    init(limit: Int) { self.limit = limit }

    /// What is kept under `key`.
    func content(_ key: Key) -> SharedContent? {
        state.withLock { state in
            state.clock += 1
            state.entries[key]?.used = state.clock
            return state.entries[key]?.content
        }
    }

    /// Keeps `content`, unless somebody was faster, and returns what is kept.
    func keep(_ content: SharedContent, under key: Key) -> SharedContent {
        state.withLock { state in
            state.clock += 1
            if let known = state.entries[key] { return known.content }
            state.entries[key] = Entry(content: content, used: state.clock)
            state.byteCount += content.count
            while state.byteCount > limit, state.entries.count > 1,
                let oldest = state.entries.min(by: { $0.value.used < $1.value.used })
            {
                state.byteCount -= oldest.value.content.count
                state.entries[oldest.key] = nil
            }
            return content
        }
    }

    /// Bytes kept now.
    var byteCount: Int { state.withLock { $0.byteCount } }
}
