import Channels
public import Clips
public import History
import NetworkFormats
import PacketIO
public import Pipeline
import Timing
public import TransportStream

/// A channel whose whole past is kept, for tests that make clips of it.
public struct KeptStream: Sendable {
    /// What is kept.
    public let history: HistorySnapshot
    /// Its tracks.
    public let media: TransportFacts
    /// What clips say of it.
    public let channel: ClipChannel
    /// The units of the track that carries picture time, in order of presentation.
    public let pictures: [IndexedUnit]

    /// The channel holds no transport stream, or nothing of it was kept.
    public struct Nothing: Error {
        /// No stream.
        public init() {}
    }

    /// The channel of a finished venue whose place is `index`.
    public init(_ venue: VenueSnapshot, channel index: Int = 0) throws {
        guard venue.channels.indices.contains(index), let history = venue.channels[index].history,
            let media = venue.channels[index].transport
        else { throw Nothing() }
        self.history = history
        self.media = media
        pictures =
            history.count > 0 ? history.units(of: history[0].lead).sorted { $0.pictureTime < $1.pictureTime } : []
        let identity = venue.channels[index].identity
        channel = ClipChannel(id: identity.id, name: "Goal line / west", packetLength: identity.packetLength ?? 188)
    }

    /// The channel that `bytes`, a transport stream, are sent to at the pace of their clock.
    public init(
        stream bytes: [UInt8], _ sending: StreamPlayer.Sending = .init(), depth: Int64 = 3_600, number: UInt16 = 65_000
    ) throws {
        var player = StreamPlayer(depth: depth, number: number)
        player.play(StreamPlayer.datagrams(of: bytes), sending)
        player.finish()
        try self.init(player.engine.snapshot)
    }

    /// The channel of a capture whose place in the report is `index`.
    public init(capture path: String, channel index: Int = 0, depth: Int64 = 3_600) throws {
        var parameters = VenueParameters()
        parameters.history = HistoryLimits(depth: StreamDuration(seconds: depth), byteCap: 2 << 30)
        var engine = VenueEngine(parameters: parameters, output: NoSink())
        var source = try CaptureSource(opening: path, options: CaptureOptions())
        while try source.drain(into: &engine) != .finished {}
        engine.finish()
        try self.init(engine.snapshot, channel: index)
    }

    /// The window from picture `first` on, `count` pictures long; both count in order of presentation.
    public func request(_ first: Int, _ count: Int) -> ClipRequest {
        let end = first + count < pictures.count ? pictures[first + count].pictureTime : history.liveEdge
        return ClipRequest(window: .absolute(from: pictures[first].pictureTime, to: end))
    }
}
