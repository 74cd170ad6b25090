import Bytes
import Channels
import ClipFiles
import Clips
import Glibc
import History
import MediaIO
import Pipeline
import Timing
import TransportStream
import VenueRuntime
import VenueSimulator

/// Clips made in this process of the first channel of a venue, each kind of every window in turn.
struct ClipMaking {
    /// What is measured.
    enum Kind: String, CaseIterable {
        case copy, plan, mux, movie, fragmented, transport
    }

    private(set) var times: [Kind: ClipTimes] = [:]
    private let history: HistorySnapshot
    private let media: TransportFacts
    /// The channel, as clips name it.
    let channel: ClipChannel
    /// The ids of all channels with pictures, that one first.
    let cameras: [String]
    private let maker = MovieMaker()
    /// Where copies go; touched before it is used.
    private var room: [UInt8]
    private var bytes = 0

    /// Before this a run's picture times are not final (definitions A7), in seconds.
    private static let settling = 2
    private static let spread: Int64 = 1_000_000_000

    /// Everything that `venue` keeps of its first channel with pictures.
    init?(_ venue: LiveVenue) {
        let snapshot = venue.snapshot(notOlderThan: .zero)
        guard let index = snapshot.channels.firstIndex(where: { $0.history?.liveEdge != nil }),
            let history = venue.history(of: Int32(index)), let media = snapshot.channels[index].transport
        else { return nil }
        let identity = snapshot.channels[index].identity
        cameras = snapshot.channels.filter { $0.history?.liveEdge != nil }.map(\.identity.id)
        self.history = history
        self.media = media
        channel = ClipChannel(id: identity.id, name: "Camera", packetLength: identity.packetLength ?? 188)
        room = [UInt8](repeating: 1, count: 32 << 20)
    }

    /// Window `round` of the benchmark: anywhere in what is kept, the same in every run.
    func window(_ round: Int) -> (start: StreamTime, end: StreamTime)? {
        guard let oldest = history.oldest, let edge = history.liveEdge else { return nil }
        var random = VenueRandom(seed: UInt64(round) + 1)
        let first = oldest + StreamDuration(seconds: Int64(Self.settling))
        let length = StreamDuration(seconds: Int64(ClipBench.length))
        let space = (edge - length - first).nanoseconds
        guard space > 0 else { return nil }
        let start = first + StreamDuration(nanoseconds: Int64(random.next() % UInt64(space)))
        return (start, start + length)
    }

    /// One movie, for other programs to look at, and how many pictures it presents.
    func movie() throws -> (bytes: [UInt8], pictures: Int) {
        guard let (start, end) = window(0) else { return ([], 0) }
        let plan = try plan(ClipRequest(window: .absolute(from: start, to: end)), .progressive)
        return (try maker.clip(of: plan).body.joined, Int(plan.duration) * ClipSource.rate / 90_000)
    }

    /// Makes so many clips of each kind.
    mutating func run(rounds: Int) throws {
        // What is made once for all clips of a channel, and memory that is touched for the first time, is no clip's.
        for round in 0..<3 { _ = try make(round) }
        times = [:]
        for round in 0..<rounds {
            for (kind, seconds) in try make(round) { times[kind, default: ClipTimes()].append(seconds) }
        }
    }

    private mutating func make(_ round: Int) throws -> [(Kind, Double)] {
        guard let (start, end) = window(round) else { return [] }
        let request = ClipRequest(window: .absolute(from: start, to: end))
        var all: [(Kind, Double)] = []
        let begin = Measure.now
        let plan = try plan(request, .progressive)
        let planned = Measure.now
        var clip: MovieClip? = try maker.clip(of: plan)
        let made = Measure.now
        all += [(.plan, planned - begin), (.mux, made - planned), (.movie, made - begin)]
        if let body = clip?.body { all.append((.copy, copy(body))) }
        clip = nil
        all.append((.fragmented, try Measure.seconds { _ = try maker.clip(of: self.plan(request, .fragmented)) }))
        all.append((.transport, try Measure.seconds { _ = try cut(request) }))
        return all
    }

    private func plan(_ request: ClipRequest, _ format: ClipFormat) throws -> MoviePlan {
        try MoviePlan(request, as: format, of: channel, media: media, from: history)
    }

    private func cut(_ request: ClipRequest) throws -> TransportClip {
        try TransportClip(request, of: channel, media: media, from: history)
    }

    /// Seconds that one plain copy of the bytes takes.
    private mutating func copy(_ body: SliceList) -> Double {
        bytes = body.count
        let source = body.joined
        return Measure.seconds {
            room.withUnsafeMutableBytes { room in
                source.withUnsafeBytes { source in
                    if let from = source.baseAddress, let to = room.baseAddress, source.count <= room.count {
                        memcpy(to, from, source.count)
                    }
                }
            }
        }
    }

    /// Adds the figures; what every kind takes is also given as a multiple of the plain copy.
    func add(to result: inout BenchResult) {
        result.add("clips", Double(times[.movie]?.seconds.count ?? 0), "")
        result.add("megabytes", Double(bytes) / 1e6, "MB")
        let copied = times[.copy, default: ClipTimes()]
        for kind in Kind.allCases {
            let times = times[kind, default: ClipTimes()]
            times.add(to: &result, kind.rawValue)
            guard kind != .copy else { continue }
            result.add(kind.rawValue + "ToCopy", times.percentile(50) / copied.percentile(50), "copies")
        }
    }
}
