import Timing

extension TransportAnalyzer {
    /// What the stream holds, as far as it has been read; made anew at each call.
    public var facts: TransportFacts {
        var facts = counts
        facts.pids = pids.filter { $0.packets > 0 }.sorted { $0.pid < $1.pid }.map(describe)
        facts.packets = facts.untrackedPackets + facts.pids.reduce(0) { $0 + $1.packets }
        facts.discontinuities = facts.pids.reduce(0) { $0 + $1.continuityErrors }
        facts.tracks = tracks.map { track in
            TransportFacts.Track(
                pid: track.pid, program: programs[track.program].number, codec: track.audio?.codec ?? track.codec,
                isListed: track.isListed, units: track.units, audio: track.audio, size: track.pictureSize)
        }
        facts.lead = lead
        facts.clocks = clocks.map(\.facts).sorted { $0.pid < $1.pid }
        facts.video = video
        return facts
    }

    private func describe(_ state: PIDState) -> TransportFacts.PID {
        var kind = StreamKind.unknown
        var codec: Codec?
        switch state.role {
        case .tables: kind = .tables
        case .stuffing: kind = .stuffing
        case .stream:
            codec = tracks[state.track].audio?.codec ?? tracks[state.track].codec
            kind = codec?.kind ?? .unknown
        case .other:
            if state.pid < 0x20 { kind = .tables } else if state.clock >= 0 { kind = .clock }
        }
        return TransportFacts.PID(
            pid: state.pid, kind: kind, codec: codec, packets: state.packets, continuityErrors: state.continuityErrors,
            scrambled: state.scrambled)
    }

    /// Sums up the video tracks of the lead's program: more than one when its map moved the pictures to another PID.
    private var video: VideoFacts? {
        guard let lead, tracks[lead].codec.kind == .video else { return lastVideo }
        return video(of: tracks[lead].program, codec: tracks[lead].codec)
    }

    /// The pictures of a program that is no longer listed.
    private var lastVideo: VideoFacts? {
        guard let track = tracks.first(where: { $0.isPrimary && $0.units > 0 }) else { return nil }
        return video(of: track.program, codec: track.codec)
    }

    private func video(of program: Int, codec: Codec) -> VideoFacts {
        var points = PointStatistics()
        var facts = VideoFacts(
            codec: codec, size: nil, frames: 0, damagedFrames: 0, lostFrames: 0, randomAccessPoints: 0,
            hasOpenGroups: false, medianInterval: nil, longestInterval: nil)
        for track in tracks where track.isPrimary && track.program == program {
            facts.frames += track.units
            facts.damagedFrames += track.damaged
            facts.lostFrames += track.missing
            if let size = track.pictureSize { facts.size = size }
            points.merge(track.points)
        }
        if let lead, let size = tracks[lead].pictureSize { facts.size = size }
        facts.randomAccessPoints = points.count
        facts.hasOpenGroups = points.hasOpenGroups
        facts.medianInterval = points.intervals.median.map(Self.duration)
        if points.intervals.total > 0 { facts.longestInterval = Self.duration(points.intervals.longest) }
        return facts
    }

    private static func duration(_ ticks: Int64) -> StreamDuration {
        StreamDuration(nanoseconds: min(ticks, .max / 100_000) * 100_000 / 9)
    }
}
