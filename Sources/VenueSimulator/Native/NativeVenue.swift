import Bytes
import NetworkFormats
public import Timing
public import VenueWire

/// A venue at work: all its datagrams in order of arrival, made as they are asked for, and afterwards the known answer.
///
/// It has no clock: whoever sends them waits for their instants.
public struct NativeVenue: Sendable {
    /// What the venue is made of.
    public let spec: NativeVenueSpec
    /// The id of this run of the venue, which every announcement bears.
    public let sessionID: String

    var videos: [VideoFeed] = []
    var messages: [MessageFeed] = []
    var files: [FileFeed] = []
    var announcements: [AnnouncementFeed] = []
    /// The channel of each feed above.
    var videoChannels: [Int] = []
    var messageChannels: [Int] = []
    var fileChannels: [Int] = []
    private var strays: [StrayAnnouncement]
    private var nextStray = 0
    private var line = FeedLine()
    /// When the last datagram was given out.
    private(set) var last: Int64

    /// How long before the first announcement of a channel its media waits, in nanoseconds.
    static let mediaDelay: Int64 = 20_000_000
    /// How long before its first announcement messages and files wait.
    static let objectDelay: Int64 = 300_000_000
    /// How long after the last media the deletions are sent.
    static let deletionDelay: Int64 = 200_000_000
    /// How far apart the first announcements of two channels are.
    private static let stagger: Int64 = 2_000_000

    /// A venue that has not started yet; with `keepsLog` it remembers every arrival for `truth()`.
    public init(_ spec: NativeVenueSpec, keepsLog: Bool = false) {
        self.spec = spec
        let start = spec.start.nanoseconds
        let end = spec.duration.map { start + $0.nanoseconds } ?? .max
        // Another start must not use the numbers of this one; what happens on the way is the same every time.
        var random = VenueRandom(seed: spec.seed ^ UInt64(bitPattern: start))
        var chances = VenueRandom(seed: spec.seed)
        let session = String(random.next() & 0xffff_ffff, radix: 16)
        sessionID = String(repeating: "0", count: 8 - session.count) + session
        strays = spec.strays.sorted { $0.offset < $1.offset }
        last = start
        for (index, channel) in spec.channels.enumerated() {
            let begin = start + Self.stagger * Int64(index)
            add(
                channel, index, start: begin, end: end, random: &random,
                chances: (media: chances.next(), announcements: chances.next()), keepsLog: keepsLog)
        }
        enqueueAll()
    }

    private mutating func add(
        _ channel: NativeChannelSpec, _ index: Int, start: Int64, end: Int64, random: inout VenueRandom,
        chances: (media: UInt64, announcements: UInt64), keepsLog: Bool
    ) {
        let seed = random.next()
        let source = spec.streamers[channel.streamer].source.address
        announcements.append(
            AnnouncementFeed(
                announcement(of: index), spec, from: source, start: start, deletion: Self.deletion(after: end),
                seed: random.next(), chances: chances.announcements, keepsLog: keepsLog))
        switch channel.content {
        case .video(let material, let offset):
            videos.append(
                VideoFeed(
                    channel, material, offset: offset, start: start + Self.mediaDelay, end: end, seed: seed,
                    chances: chances.media, keepsLog: keepsLog))
            videoChannels.append(index)
        case .data(let planned, let repeats):
            messages.append(
                MessageFeed(
                    channel, planned, repeats: repeats, venueStart: spec.start, first: start + Self.objectDelay,
                    end: end, seed: seed, chances: chances.media, keepsLog: keepsLog))
            messageChannels.append(index)
        case .file(let given):
            files.append(
                FileFeed(
                    channel, given, venueStart: spec.start, first: start + Self.objectDelay, end: end,
                    chances: chances.media, keepsLog: keepsLog))
            fileChannels.append(index)
        }
    }

    private static func deletion(after end: Int64) -> Int64 { end == .max ? .max : end + deletionDelay }

    /// When the next datagram arrives; nil after the last.
    public var nextTime: StreamTime? {
        line.first.map { StreamTime(nanoseconds: $0.time) }
    }

    /// Lends the next datagram; nothing happens after the last.
    public mutating func next<Failure: Error>(
        _ body: (NativeDatagram, RawSpan) throws(Failure) -> Void
    ) throws(Failure) {
        guard let (time, feed) = line.first else { return }
        last = time
        switch feed {
        case .stray:
            let stray = strays[nextStray]
            nextStray += 1
            defer { requeue(feed) }
            try body(
                NativeDatagram(
                    time: StreamTime(nanoseconds: time), source: stray.source, streamer: nil,
                    destination: spec.announcements, kind: .announcement, channel: nil), stray.payload.lent)
        case .video(let index):
            defer { requeue(feed) }
            let channel = videoChannels[index]
            let header = header(channel)
            try videos[index].next { item throws(Failure) in try body(header.about(item), item.payload.lent) }
        case .messages(let index):
            defer { requeue(feed) }
            let header = header(messageChannels[index])
            let isKnown = announcements[messageChannels[index]].hasArrived
            try messages[index].next(isKnown: isKnown) { item throws(Failure) in
                try body(header.about(item), item.payload.lent)
            }
        case .files(let index):
            defer { requeue(feed) }
            let header = header(fileChannels[index])
            let isKnown = announcements[fileChannels[index]].hasArrived
            try files[index].next(isKnown: isKnown) { item throws(Failure) in
                try body(header.about(item), item.payload.lent)
            }
        case .announcements(let index):
            defer { requeue(feed) }
            let header = header(index)
            try announcements[index].next { item throws(Failure) in try body(header.about(item), item.payload.lent) }
        }
    }

    private func header(_ channel: Int) -> NativeDatagram {
        let streamer = spec.channels[channel].streamer
        return NativeDatagram(
            time: spec.start, source: spec.streamers[streamer].source, streamer: streamer,
            destination: spec.announcements, kind: .media, channel: channel)
    }

    private mutating func requeue(_ feed: FeedLine.Feed) { line.replaceFirst(feed, at: time(of: feed)) }

    private mutating func time(of feed: FeedLine.Feed) -> Int64 {
        switch feed {
        case .stray:
            nextStray < strays.count
                ? Impairer.tidy((spec.start + strays[nextStray].offset).nanoseconds) : .max
        case .video(let index): videos[index].nextTime()
        case .messages(let index): messages[index].nextTime()
        case .files(let index): files[index].nextTime()
        case .announcements(let index): announcements[index].nextTime()
        }
    }

    /// Asks every feed again.
    private mutating func enqueueAll() {
        line.removeAll()
        var feeds: [FeedLine.Feed] = [.stray]
        feeds += announcements.indices.map { .announcements($0) }
        feeds += videos.indices.map { .video($0) }
        feeds += messages.indices.map { .messages($0) }
        feeds += files.indices.map { .files($0) }
        for feed in feeds { line.add(feed, at: time(of: feed)) }
    }

    /// Ends the venue at `time`: no media is sent behind it, and the deletions a little later, which are the last that comes.
    public mutating func end(at time: StreamTime) {
        let end = time.nanoseconds
        let deletion = Self.deletion(after: end)
        for index in videos.indices { videos[index].end(at: end, limit: deletion) }
        for index in messages.indices { messages[index].end(at: end) }
        for index in files.indices { files[index].end(at: end) }
        for index in announcements.indices { announcements[index].delete(at: deletion) }
        enqueueAll()
    }

    /// Sends `bytes` as a new message of data channel `channel` at or behind `time`; nothing happens for other channels.
    public mutating func submit(_ bytes: [UInt8], to channel: Int, at time: StreamTime) {
        guard let index = messageChannels.firstIndex(of: channel) else { return }
        messages[index].submit(bytes, at: time.nanoseconds)
        enqueueAll()
    }

    /// Has file channel `channel` offer `given` instead of its files from `time` on; nothing happens for other channels.
    public mutating func offer(_ given: [NativeFile], on channel: Int, at time: StreamTime) {
        guard let index = fileChannels.firstIndex(of: channel) else { return }
        files[index].offer(given, at: time.nanoseconds)
        enqueueAll()
    }

    /// Switches video channel `channel` off, and on again at `time`; nothing happens for other channels.
    public mutating func restart(_ channel: Int, at time: StreamTime) {
        guard let index = videoChannels.firstIndex(of: channel) else { return }
        videos[index].restart(at: time.nanoseconds)
        enqueueAll()
    }

    /// What became of the packets of video channel `channel`; nil for other channels.
    public func counts(of channel: Int) -> SenderCounts? {
        videoChannels.firstIndex(of: channel).map { videos[$0].counts }
    }

    /// What is announced of channel `index`, as the first announcement says it.
    public func announcement(of index: Int) -> VenueAnnouncement {
        let channel = spec.channels[index]
        let streamer = spec.streamers[channel.streamer]
        return VenueAnnouncement(
            streamer: VenueAnnouncement.Streamer(id: streamer.id, name: streamer.name), sessionID: sessionID,
            title: spec.title, periodMs: Int(spec.period.milliseconds), license: spec.license,
            channel: AnnouncedChannel(
                kind: channel.kind, sessionNumber: channel.sessionNumber, name: channel.name, text: channel.text,
                bandwidthKbps: channel.bandwidthKbps, destination: channel.destination,
                source: channel.isSourceSpecific ? streamer.source.address : nil, encoding: channel.encoding,
                protection: channel.protection))
    }
}

extension NativeDatagram {
    /// The same about one item of its channel.
    func about(_ item: SendingQueue.Item) -> Self {
        var copy = self
        copy.time = StreamTime(nanoseconds: item.time)
        copy.destination = item.destination
        copy.kind = item.kind
        return copy
    }
}
