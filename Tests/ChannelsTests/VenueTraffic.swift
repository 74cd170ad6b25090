import Bytes
import Channels
import NetworkFormats
import Testing
import Timing
import VenueWire

/// A classifier that hears announcements and datagrams at the times that a test says.
struct VenueTraffic {
    var classifier: FlowClassifier
    private(set) var output = ClassifierOutput()
    /// Every event so far.
    private(set) var events: [ClassifierEvent] = []
    /// The verdicts so far.
    private(set) var verdicts: [Verdict] = []
    /// Groups to be joined anew, with the milliseconds of the tick.
    private(set) var restarts: [(ms: Int64, group: String)] = []
    private var ordinal: UInt64 = 0
    private var tick: Int64 = 0
    private var arrivals: [Int32: StreamTime] = [:]

    static let start: Int64 = 1_800_000_000_000
    static let venueGroup = "239.255.42.1"

    init(license: VenueAnnouncement.License? = nil, allowed: [String] = []) {
        classifier = FlowClassifier(rules: AnnouncementRules(license: license, allowed: allowed))
    }

    static let license = VenueAnnouncement.License(
        venueName: "Stadium-A", contentOwner: "Team-B", appDeveloper: "Vendor-C")

    static func video(
        _ number: UInt32 = 1, name: String = "Sideline", group: UInt32 = 0xef01_0101, port: UInt16 = 5_000,
        session: String = "s1", streamer: String = "a1", periodMs: Int = 1_000, ssm: UInt32? = nil,
        encoding: AnnouncedEncoding = .rtpTransportStream, license: VenueAnnouncement.License = license
    ) -> VenueAnnouncement {
        VenueAnnouncement(
            streamer: VenueAnnouncement.Streamer(id: streamer, name: "Press Box"), sessionID: session,
            title: "Game 12", periodMs: periodMs, license: license,
            channel: AnnouncedChannel(
                kind: .video, sessionNumber: number, name: name,
                destination: Endpoint(IPAddress(v4: group), port), source: ssm.map { IPAddress(v4: $0) },
                encoding: encoding))
    }

    static func objects(_ kind: ChannelKind, _ number: UInt32, session: String = "s1") -> VenueAnnouncement {
        var announcement = video(number, name: kind.rawValue, session: session)
        announcement.channel.kind = kind
        announcement.channel.encoding = kind == .data ? .alc : .flute
        return announcement
    }

    /// Sends `payload` at `ms` milliseconds, after the ticks that are due by then.
    mutating func send(
        _ payload: [UInt8], at ms: Int64, to group: String = venueGroup, _ port: UInt16 = 9_875,
        from source: String = "10.0.0.1"
    ) throws {
        advance(to: ms)
        ordinal += 1
        let header = DatagramHeader(
            time: Self.time(ms), ordinal: ordinal, source: Endpoint(try #require(IPAddress(source)), 4_000),
            destination: Endpoint(try #require(IPAddress(group)), port), wireLength: UInt32(payload.count),
            storedLength: UInt32(payload.count))
        let verdict = classifier.classify(header, payload.lent, into: &output)
        verdicts.append(verdict)
        if case .media(let channel, _) = verdict { arrivals[channel] = header.time }
        takeEvents()
    }

    mutating func announce(
        _ announcement: VenueAnnouncement, at ms: Int64, from source: String = "10.0.0.1", isDeletion: Bool = false
    ) throws {
        try send(
            announcement.datagram(from: IPAddress(v4: 0x0a00_0001), isDeletion: isDeletion), at: ms, from: source)
    }

    mutating func media(
        _ sequence: UInt16, at ms: Int64, to group: String = "239.1.1.1", from source: String = "10.0.0.9",
        ssrc: UInt32 = 0xa0a
    ) throws {
        try send(Traffic.rtp(sequence, ssrc: ssrc, Traffic.transport(7)), at: ms, to: group, 5_000, from: source)
    }

    /// Runs the ticks up to `ms` milliseconds.
    mutating func advance(to ms: Int64) {
        if tick == 0, ms > 0 { tick = 100 }
        while tick > 0, tick <= ms {
            let time = Self.time(tick)
            classifier.tick(at: Moment(time: time, ordinal: ordinal), into: &output)
            takeEvents()
            let arrivals = arrivals
            for group in classifier.restarts(at: time, isWholeSecond: tick % 1_000 == 0, lastArrival: { arrivals[$0] })
            {
                restarts.append((tick, "\(group)"))
            }
            tick += 100
        }
    }

    private mutating func takeEvents() {
        events += output.events
        output.removeAll()
    }

    static func time(_ ms: Int64) -> StreamTime { StreamTime(nanoseconds: (start + ms) * 1_000_000) }

    var counters: AnnouncementCounters { classifier.venue.counters }

    /// The names that the venue gives to the channels, and whether it still does.
    var names: [String?] { classifier.announcements.map { $0?.announcement.channel.name } }
}
