public import NetworkFormats
import Timing
public import VenueWire

extension NativeVenueSpec {
    /// What a receiver of a random venue must be told, so that every class of announcements comes about.
    public struct Rules: Hashable, Sendable {
        /// The receiver's triplet.
        public var license: VenueAnnouncement.License
        /// The addresses whose Streamers it allows.
        public var allowed: [IPAddress]
    }

    /// The rules for receivers of random venues.
    public static let randomRules = Rules(
        license: VenueAnnouncement.License(venueName: "Arena", contentOwner: "Club", appDeveloper: "Studio"),
        allowed: [2, 3, 4].map { IPAddress(v4: 0x0a09_0000 + $0) })

    /// A venue of a few seconds that follows from `seed` alone: one to three Streamers and video channels of every protection,
    /// messages, files, strays, and a network that loses, repeats, delays and falls silent.
    public static func random(seed: UInt64, materials: [LoopMaterial]) -> Self {
        var random = VenueRandom(seed: seed)
        let streamers = (0..<random.pick(1...3)).map { index in
            Streamer(
                id: "s\(index)", name: index == 0 ? "Tribüne" : "",
                source: Endpoint(randomRules.allowed[index], 5_000))
        }
        var spec = Self(
            duration: StreamDuration(milliseconds: Int64(random.pick(3_000...9_000))), license: randomRules.license,
            title: "Spiel \(seed)", period: StreamDuration(milliseconds: Int64(random.pick([500, 1_000, 1_000]))),
            impairment: Impairment(
                loss: .none, repairLoss: random.chance(0.5) ? .bernoulli(0.05) : .none, repairDuplicates: 0.02,
                jitter: StreamDuration(milliseconds: 2), sparedRepairs: 1),
            streamers: streamers, channels: [], seed: random.next())
        for _ in 0..<random.pick(1...3) { spec.channels.append(video(&random, spec, materials)) }
        for _ in 0..<random.pick(0...2) { spec.channels.append(data(&random, spec)) }
        if random.chance(0.5) { spec.channels.append(file(&random, spec)) }
        for kind in StrayAnnouncement.Class.allCases where kind != .accepted {
            for _ in 0..<random.pick([0, 0, 1, 3]) { spec.strays.append(stray(kind, &random, spec)) }
        }
        return spec
    }

    private static func channel(
        _ name: String, _ random: inout VenueRandom, _ spec: Self, _ content: NativeChannelSpec.Content
    ) -> NativeChannelSpec {
        let number = UInt32(spec.channels.count + 1)
        return NativeChannelSpec(
            name: "\(name) \(number)", text: random.chance(0.5) ? "„\(name)“, \\ \"\(number)\"" : "",
            sessionNumber: number * 7, streamer: random.pick(0...spec.streamers.count - 1),
            destination: Endpoint(IPAddress(v4: 0xef0a_0a00 + number), 5_000), isSourceSpecific: random.chance(0.3),
            bandwidthKbps: random.pick(0...4_000), content: content)
    }

    private static func video(
        _ random: inout VenueRandom, _ spec: Self, _ materials: [LoopMaterial]
    ) -> NativeChannelSpec {
        let offset = StreamDuration(seconds: Int64(random.pick(0...20)))
        var channel = channel("Kamera", &random, spec, .video(random.pick(materials), offset: offset))
        switch random.pick(0...9) {
        case 0: break
        case 1, 2:
            channel.protection = AnnouncedProtection(
                scheme: .parity, columns: random.pick(3...6), rows: random.pick(4...5))
        default:
            let sources = random.pick([1, 2, 3, 5, 8, 12, 20, 20, 33, 64])
            let repairs = random.chance(0.1) ? random.pick(100...180) : random.pick(1...max(2, sources / 2))
            channel.protection = AnnouncedProtection(
                scheme: .reedSolomon, matrix: random.pick(["rizzo", "rizzo", "rfc5510", "consecutive"]),
                sourceCount: sources, repairCount: repairs, symbolLength: VideoFeed.packetLength + 3,
                repairPort: 5_010, windowMs: 500)
        }
        channel.impairment = network(&random)
        return channel
    }

    private static func network(_ random: inout VenueRandom) -> Impairment {
        let loss: LossModel =
            switch random.pick(0...3) {
            case 0: .none
            case 1: .bernoulli(Double(random.pick(1...20)) / 100)
            default:
                .gilbertElliott(
                    toBad: Double(random.pick(1...6)) / 100, toGood: Double(random.pick(10...60)) / 100,
                    lossInGood: 0.001, lossInBad: 0.9)
            }
        var impairment = Impairment(
            loss: loss, repairLoss: random.chance(0.8) ? loss : .none, duplicates: random.pick([0, 0.05]),
            repairDuplicates: random.pick([0, 0.1]), detours: random.pick([0, 0.1]),
            detour: StreamDuration(milliseconds: Int64(random.pick(10...120))),
            holds: random.pick([0, 0, 0.01]), hold: StreamDuration(milliseconds: 2_500),
            jitter: StreamDuration(milliseconds: Int64(random.pick([0, 3, 40]))),
            sparedSources: random.pick([0, 1, 40]))
        if random.chance(0.15) {
            impairment.outages = [
                Impairment.Outage(
                    start: StreamDuration(milliseconds: Int64(random.pick(1_000...4_000))),
                    length: StreamDuration(milliseconds: Int64(random.pick([120, 400, 900, 1_400, 2_500]))))
            ]
        }
        return impairment
    }

    private static func data(_ random: inout VenueRandom, _ spec: Self) -> NativeChannelSpec {
        var messages: [NativeMessage] = []
        for index in 0..<random.pick(1...6) {
            let length = random.pick([1, 20, 300, 1_400, 5_000, 40_000])
            messages.append(
                NativeMessage(
                    at: StreamDuration(milliseconds: Int64(random.pick(500...2_500))),
                    every: random.chance(0.3) ? StreamDuration(milliseconds: Int64(random.pick(300...2_000))) : nil,
                    (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ index) }))
        }
        var channel = channel("Daten", &random, spec, .data(messages, repeats: random.pick(1...3)))
        if random.chance(0.4) {
            channel.protection = AnnouncedProtection(scheme: .reedSolomon, sourceCount: 10, repairCount: 3)
        }
        channel.impairment = Impairment(
            loss: .bernoulli(random.pick([0, 0.05, 0.3])), duplicates: 0.02, sparedSources: 0)
        return channel
    }

    private static func file(_ random: inout VenueRandom, _ spec: Self) -> NativeChannelSpec {
        let files = (0..<random.pick(1...4)).map { index in
            let length = random.pick([0, 10, 2_000, 60_000])
            return NativeFile(
                uri: "Ordner/datei-\(index).bin",
                bytes: (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 17 &+ index) })
        }
        var channel = channel("Dateien", &random, spec, .file(files))
        if random.chance(0.5) {
            channel.protection = AnnouncedProtection(scheme: .reedSolomon, sourceCount: 20, repairCount: 5)
        }
        channel.impairment = Impairment(loss: .bernoulli(random.pick([0, 0.02, 0.2])), sparedSources: 0)
        return channel
    }

    private static func stray(
        _ kind: StrayAnnouncement.Class, _ random: inout VenueRandom, _ spec: Self
    ) -> StrayAnnouncement {
        var source = Endpoint(randomRules.allowed[0], 5_001)
        var announcement = VenueAnnouncement(
            streamer: VenueAnnouncement.Streamer(id: "stray"), sessionID: "0", license: spec.license,
            channel: AnnouncedChannel(
                kind: .video, sessionNumber: 99, name: "Stray",
                destination: Endpoint(IPAddress(v4: 0xef0a_0aff), 5_000),
                encoding: .rtpTransportStream))
        var payload: [UInt8]?
        func bare(_ body: String) -> [UInt8] {
            [0x20, 0, 0x12, 0x34, 10, 9, 0, 2] + Array("application/json\0".utf8) + Array(body.utf8)
        }
        switch kind {
        case .malformed: payload = random.pick([[0x60, 0, 0, 1], bare(#"{"version":"1.2","streamer":{"id":"x"}}"#)])
        case .invalidJSON: payload = random.pick([bare("{"), bare("[]"), bare("\"text\"")])
        case .otherVersion: payload = random.pick([bare(#"{"version":"2.0"}"#), bare("{}")])
        case .notAllowed: source = Endpoint(IPAddress(v4: 0x0a09_0909), 5_001)
        case .otherLicense: announcement.license.venueName = "arena"
        case .accepted: break
        }
        return StrayAnnouncement(
            kind, at: StreamDuration(milliseconds: Int64(random.pick(100...2_900))), from: source,
            payload ?? announcement.datagram(from: source.address))
    }
}
