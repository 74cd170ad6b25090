import Bytes
import History
import NetworkFormats
import Pipeline
import Protection
import TestSupport
import Timing
import TransportStream
import VenueSimulator
import VenueWire

/// A fixture's stream after its way to the venue.
struct SentFixture {
    let history: HistorySnapshot
    let media: TransportFacts
    /// When each datagram arrived; nil where that does not tell when pictures were complete.
    let arrivals: [Int64]?

    init(_ stream: [UInt8], _ fixture: ClipFixture) throws {
        switch fixture.carriage {
        case .plain:
            self = try Self(stream, isLost: { _ in false }, tellsArrivals: true)
        case .lossy(let share):
            let lost = Self.lost(stream, share)
            self = try Self(stream, isLost: { lost.contains($0) }, tellsArrivals: false)
        case .parity(let loss):
            self = try Self(
                stream, fixture, AnnouncedProtection(scheme: .parity, columns: 5, rows: 5), loss)
        case .blocks(let loss):
            self = try Self(
                stream, fixture,
                AnnouncedProtection(
                    scheme: .reedSolomon, matrix: "rizzo", sourceCount: 20, repairCount: 6, symbolLength: 1_331,
                    repairPort: 5_010, windowMs: 500), loss)
        }
    }

    /// The datagrams that are lost where nothing repairs them, by their place.
    static func lost(_ stream: [UInt8], _ share: Double) -> Set<Int> {
        var random = SeededGenerator(seed: 5)
        return Set((100..<(stream.count / 1_316)).filter { _ in Double.random(in: 0..<1, using: &random) < share })
    }

    private init(_ stream: [UInt8], isLost: @escaping (Int) -> Bool, tellsArrivals: Bool) throws {
        var sender = StreamSender()
        var sending = StreamSender.Sending()
        sending.isLost = isLost
        let arrivals = sender.send(stream, sending)
        sender.finish()
        guard let kept = sender.kept else { throw SourceStream.Odd(text: "no history is kept") }
        (history, media) = kept
        self.arrivals = tellsArrivals ? arrivals : nil
    }

    /// A venue that sends the stream once, protected, over a network that loses packets.
    private init(
        _ stream: [UInt8], _ fixture: ClipFixture, _ protection: AnnouncedProtection, _ loss: Double
    ) throws {
        let channel = NativeChannelSpec(
            name: "Camera", sessionNumber: 1, destination: Endpoint(IPAddress(v4: 0xef4d_2c01), 5_000),
            protection: protection, impairment: Impairment(loss: .bernoulli(loss), sparedSources: 64),
            content: .video(try LoopMaterial(stream), offset: .zero))
        let spec = NativeVenueSpec(
            duration: StreamDuration(milliseconds: Int64(fixture.stream.seconds) * 1_000 - 300),
            license: VenueAnnouncement.License(venueName: "Arena", contentOwner: "Team", appDeveloper: "replay"),
            streamers: [NativeVenueSpec.Streamer(id: "a", source: Endpoint(IPAddress(v4: 0x0a00_0001), 4_000))],
            channels: [channel])
        var parameters = VenueParameters()
        parameters.history = HistoryLimits(depth: StreamDuration(seconds: 60))
        var engine = VenueEngine(parameters: parameters, output: NoSink())
        var venue = NativeVenue(spec)
        venue.feed(into: &engine)
        engine.finish()
        guard let found = engine.snapshot.channels.first(where: { $0.history != nil }), let history = found.history,
            let media = found.transport, let sequence = found.sequence
        else { throw SourceStream.Odd(text: "no history is kept") }
        guard sequence.counters.lost > 5, found.windows.recoveryFailures == 0 else {
            throw SourceStream.Odd(text: "lost \(sequence.counters.lost), windows \(found.windows)")
        }
        (self.history, self.media) = (history, media)
        arrivals = nil
    }

    /// The pictures with the times that the history has for their time stamps; those that it does not have are left out.
    func timed(_ pictures: [SourcePicture]) throws -> [SourcePicture] {
        guard history.count > 0 else { throw SourceStream.Odd(text: "no history is kept") }
        let units = history.units(of: history[0].lead)
        let times = Dictionary(
            units.map { ($0.unit.pts & (Stamp.modulus - 1), $0.pictureTime.nanoseconds) },
            uniquingKeysWith: { first, _ in first })
        return pictures.compactMap { picture in
            var picture = picture
            guard let time = times[picture.pts & (Stamp.modulus - 1)] else { return nil }
            picture.time = time
            return picture
        }
    }
}
