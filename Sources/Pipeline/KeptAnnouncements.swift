import Bytes
import NetworkFormats
import Timing

/// The announcements of the near past as they arrived, oldest first, and of the time before that the last one of each flow.
///
/// Bounded by age, by bytes and by flows; an announcement that names no flow is not kept.
struct KeptAnnouncements: Sendable {
    /// Bytes that are kept at most, overhead included, beside the last ones of flows.
    static let byteLimit = 4 << 20
    /// Flows, each told apart by announcer, whose last announcement is kept however old it is.
    static let flowLimit = 1_024
    /// Flows of one announcement that are looked at.
    static let endpointLimit = 64
    /// What an announcement counts beside its bytes.
    static let overhead = 256
    /// Announcements are kept so much longer than media: the last one before the oldest picture is asked for.
    static let margin = StreamDuration(seconds: 30)

    private struct Flow: Hashable, Sendable {
        var endpoint: Endpoint
        var announcer: KeptAnnouncement.Announcer
    }

    private var depth: StreamDuration
    private var storage: [KeptAnnouncement] = []
    private var head = 0
    private var byteCount = 0
    private var older: [Flow: KeptAnnouncement] = [:]

    /// Keeps announcements for `depth` and some more; nothing when it is zero.
    init(depth: StreamDuration) { self.depth = depth }

    /// Keeps announcements for `depth` and some more from now on; what keeps nothing goes on keeping nothing.
    mutating func keep(for depth: StreamDuration) { if self.depth > .zero, depth > .zero { self.depth = depth } }

    /// Keeps an announcement about `endpoints`.
    mutating func append(_ header: DatagramHeader, _ payload: RawSpan, about endpoints: [Endpoint]) {
        guard depth > .zero, !endpoints.isEmpty else { return }
        storage.append(
            KeptAnnouncement(
                header: header, bytes: payload.copied(), endpoints: Array(endpoints.prefix(Self.endpointLimit))))
        byteCount += payload.byteCount + Self.overhead
        let horizon = header.time - depth - Self.margin
        while head < storage.count - 1, byteCount > Self.byteLimit || storage[head].header.time < horizon {
            removeFirst()
        }
        guard head > 64, head * 2 >= storage.count else { return }
        storage.removeFirst(head)
        head = 0
    }

    private mutating func removeFirst() {
        let gone = storage[head]
        head += 1
        byteCount -= gone.bytes.count + Self.overhead
        for endpoint in gone.endpoints {
            let flow = Flow(endpoint: endpoint, announcer: gone.announcer)
            if older.count < Self.flowLimit || older[flow] != nil { older[flow] = gone }
        }
    }

    /// What was announced about flows to `endpoints` from `start` to `end`, and the last announcement before of each announcer;
    /// oldest first.
    func about(_ endpoints: [Endpoint], from start: StreamTime, to end: StreamTime) -> [KeptAnnouncement] {
        var last: [KeptAnnouncement.Announcer: KeptAnnouncement] = [:]
        for (flow, announcement) in older
        where endpoints.contains(flow.endpoint) && announcement.header.time < start {
            let known = last[flow.announcer]
            if known.map({ $0.header.ordinal < announcement.header.ordinal }) ?? true {
                last[flow.announcer] = announcement
            }
        }
        var found: [KeptAnnouncement] = []
        for announcement in storage[head...]
        where announcement.header.time <= end && announcement.endpoints.contains(where: endpoints.contains) {
            if announcement.header.time < start {
                last[announcement.announcer] = announcement
            } else {
                found.append(announcement)
            }
        }
        return last.values.sorted { $0.header.ordinal < $1.header.ordinal } + found
    }
}
