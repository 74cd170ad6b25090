import CWebAssets
import Glibc
import HTTPServing
import NetworkFormats
import PacketIO
import ReplayService
import Synchronization
import Timing
import VenueRuntime
import VenueSettings
import VenueSimulator

/// The server under test and the venue that it receives, all in this process.
final class FaultRig: Sendable {
    static let channelCount = 8
    static let historySeconds = 10
    /// How long the head of a request may take.
    static let headDeadline = Duration.seconds(3)
    /// Segments kept ready: few, so that what remains is told from what is lost.
    private static let segmentCacheBytes = 1 << 20

    let specs: [SenderSpec]
    let sender: EmbeddedVenue
    let clock = FaultClock()
    let venue: LiveVenue
    let service: ReplayService
    let server: HTTPServer
    /// Where everything is recorded.
    let recording: String
    /// Stream time where the steady clock is 0, in nanoseconds.
    let origin: Int64
    private let said: Said

    /// What the server wanted a person to read.
    private final class Said: Sendable {
        let sentences = Mutex<[String]>([])
    }

    /// Opens everything; nothing is sent or received before ``start()``.
    init(recording: String) throws {
        let said = Said()
        let specs = try Self.makeSpecs()
        var configuration = VenueConfiguration()
        configuration.historySeconds = Self.historySeconds
        let network = LiveSource.NetworkOptions(
            interface: "lo", joins: specs.compactMap { JoinAddress("rtp://\($0.destination)") }, clock: clock)
        let reading = clock.read()
        origin = reading.realtime - reading.monotonic
        venue = try LiveVenue(
            options: LiveOptions(
                source: .network(network), configuration: configuration,
                recording: LiveOptions.Recording(path: recording),
                log: { sentence in said.sentences.withLock { $0.append(sentence) } }))
        service = ReplayService(venue: venue, options: ReplayOptions(segmentCacheBytes: Self.segmentCacheBytes))
        var options = ServerOptions(address: ListenAddress(host: "127.0.0.1", port: 0))
        options.headDeadline = Self.headDeadline
        server = try HTTPServer(options: options, handler: service)
        sender = EmbeddedVenue(specs)
        self.specs = specs
        self.recording = recording
        self.said = said
    }

    /// Eight protected channels without a loss of their own, of the two streams in the Web folder.
    private static func makeSpecs() throws -> [SenderSpec] {
        let materials = try ["demo/main-camera.ts", "demo/sideline.ts"].map { path in
            guard let file = cwebassets_file_named(path)?.pointee else { throw FaultFailure.noStream(path) }
            return try LoopMaterial(Array(UnsafeBufferPointer(start: file.bytes, count: file.length)))
        }
        return (1...channelCount).map { number in
            SenderSpec(
                name: "Camera \(number)", material: materials[number % materials.count],
                destination: Endpoint(IPAddress(v4: 0xef4d_3d00 | UInt32(number)), 5_000),
                parity: ParityLayout(columns: 5, rows: 5), seed: UInt64(number))
        }
    }

    func start() throws {
        venue.start()
        service.start()
        try sender.start()
    }

    /// What the server said so far.
    var sentences: [String] { said.sentences.withLock { $0 } }

    /// Asks the server for `path`.
    func get(_ path: String) -> FaultAnswer? { FaultAnswer.of(path, port: server.port) }
}

/// Why there is nothing to test.
enum FaultFailure: Error, CustomStringConvertible {
    case noStream(String)

    var description: String {
        switch self {
        case .noStream(let path): "\(path) was not built into this program"
        }
    }
}
