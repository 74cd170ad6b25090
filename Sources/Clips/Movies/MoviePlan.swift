public import Bytes
import Evidence
public import History
import NetworkFormats
public import Timing
public import TransportStream

/// What an MP4 file of a window is made of: the units of every track with their times on one line, and what they are worth.
///
/// Time 0 is the first picture that is presented. Units before it are only decoded; so are those behind ``duration``. The
/// media stay where they lie until somebody copies them.
public struct MoviePlan: Sendable {
    /// A unit on its way into the file.
    public struct Sample: Sendable {
        /// The unit.
        public let unit: IndexedUnit
        /// When it is presented, in 1/90000 s behind the first presented picture.
        public internal(set) var pts: Int64
        /// When it is decoded; rising strictly within a track, and never later than `pts`.
        public internal(set) var dts: Int64
        /// How long it lasts, until the next one of its track is decoded.
        public internal(set) var duration: Int64
        /// Whether players may seek to it.
        public let isSync: Bool
        /// The chunk that holds it.
        let chunk: Int

        init(_ placed: PlacedUnit, pts: Int64, dts: Int64, isSync: Bool) {
            unit = placed.indexed
            chunk = placed.chunk
            self.pts = pts
            self.dts = dts
            self.isSync = isSync
            duration = 1
        }
    }

    /// The samples of one track.
    public struct Track: Sendable {
        /// The channel's track, an index into `TransportFacts.tracks`; the first one where several follow each other.
        public let number: Int
        /// How it is coded.
        public let codec: Codec
        /// The language of sound as ISO 639-2/T names it, where the map before its first sample does; nil elsewhere.
        public internal(set) var language: String?
        /// Its samples in decoding order.
        public internal(set) var samples: [Sample]
    }

    /// The tracks: the pictures, then all sound in the order of the channel's tracks.
    public let tracks: [Track]
    /// How long the presented stretch lasts, in 1/90000 s.
    public let duration: Int64
    /// What the clip is.
    public var facts: ClipFacts
    /// How the file is laid out.
    public let format: ClipFormat
    let history: HistorySnapshot
    private let order: Order

    /// What was asked for.
    struct Order: Sendable {
        var request: ClipRequest
        var format: ClipFormat
        var channel: ClipChannel
        var media: TransportFacts
    }

    /// Plans what `request` asks for out of `history`, whose tracks are those of `media`.
    public init(
        _ request: ClipRequest, as format: ClipFormat = .progressive, of channel: ClipChannel, media: TransportFacts,
        from history: HistorySnapshot
    ) throws(ClipFailure) {
        try self.init(Order(request: request, format: format, channel: channel, media: media), history, nil)
    }

    /// The same clip, but ending at `time`: from there on a track is coded as its file's track cannot be.
    public func stopping(atCodec time: StreamTime) throws(ClipFailure) -> MoviePlan {
        try MoviePlan(order, history, time)
    }

    private init(_ order: Order, _ history: HistorySnapshot, _ stop: StreamTime?) throws(ClipFailure) {
        let (request, format) = (order.request, order.format)
        guard request.accuracy != .packet, format != .transport else { throw .packetsInMovie }
        var window = try request.window(in: history)
        var stop = stop
        while true {
            if let stop { window.end = min(window.end, stop) }
            var cut = try ClipParts(request, as: format, window, in: history, media: order.media)
            let sound = SoundLanes(cut, history, order)
            // Each turn ends the clip earlier.
            if let change = sound.change, change < window.end, stop.map({ change < $0 }) ?? true {
                stop = change
                continue
            }
            if let stop { cut.stop(atCodec: stop) }
            self.init(order, history, window, cut, sound)
            break
        }
        guard !tracks.isEmpty else { throw .nothingForMovie(facts.leftOut) }
    }

    private init(
        _ order: Order, _ history: HistorySnapshot, _ window: ClipWindow, _ cut: ClipParts, _ sound: SoundLanes
    ) {
        self.order = order
        self.history = history
        format = order.format
        duration = cut.duration
        var tracks: [Track] = []
        let lead = cut.parts[0].row.lead
        if let codec = order.media.codec(of: lead), codec.kind == .video {
            let samples = PictureSamples(cut, history, order.request.content).samples
            tracks.append(Track(number: lead, codec: codec, samples: samples))
        }
        let search = TableSearch(MediaReader(history, of: order.channel), from: history.media.first)
        for lane in sound.lanes {
            tracks.append(
                Track(
                    number: lane.number, codec: lane.codec, language: lane.language(search, order.media),
                    samples: lane.samples))
        }
        self.tracks = tracks
        let tally = PacketTally(cut, tracks, history)
        var tag = EntityTag()
        for word in [order.channel.id, order.format.rawValue, order.request.content.rawValue] { tag.add(word) }
        tag.add(cut.parts[0].entry.unit.completed.time.nanoseconds)
        tag.add(duration)
        for track in tracks { tag.add(track) }
        facts = ClipFacts(
            order.request, order.format, order.channel, window, cut, tally: tally,
            windows: ClipWindows(history, tally), entityTag: tag.text, isFinal: cut.isFinal && sound.isWhole,
            leftOut: Self.leftOut(order, history, lead: lead, tracks))
    }

    /// The id of the channel.
    public var channelID: String { order.channel.id }

    /// Bytes of all samples.
    public var byteCount: Int {
        tracks.reduce(0) { $0 + $1.samples.reduce(0) { $0 + $1.unit.unit.size } }
    }

    /// Copies the elementary stream's bytes of a sample behind what `slab` holds; false when they do not fit.
    public func copy(_ sample: Sample, to slab: Slab) -> Bool {
        history.media.copy(sample.unit.unit, of: history[sample.chunk], to: slab)
    }
}

extension EntityTag {
    /// Adds all that decides what a track's samples are.
    mutating func add(_ track: MoviePlan.Track) {
        add(track.number)
        add(track.codec.rawValue)
        if let language = track.language { add(language) }
        add(track.samples.count)
        // One word for all samples: each is told by where it begins and when it is due.
        var state: UInt64 = 0
        for sample in track.samples {
            let unit = sample.unit.unit
            for value in [unit.start.packet.serial, UInt64(unit.start.offset), UInt64(bitPattern: sample.pts)] {
                state = (state ^ value) &* 0x9E37_79B9_7F4A_7C15
                state ^= state >> 32
            }
        }
        add(state)
    }
}
