import Channels
import NetworkFormats
import Pipeline
import Protection
import Quality
import Timing
import TransportStream
import VenueWire

extension ChannelReport {
    /// A channel's numbers, with the name that the venue announces, else the one that a person gave it (`given`), else the
    /// one by which `directory` knows it (definitions C4).
    init(
        _ snapshot: ChannelSnapshot, in directory: SAPDirectory, given: [Endpoint: String] = [:],
        announced: ChannelAnnouncement? = nil
    ) {
        let identity = snapshot.identity
        let title = announced?.announcement.channel.name ?? ""
        let session = directory.name(for: identity.destination, from: identity.source)
        let isAnnounced = announced?.isCurrent ?? false || session != nil
        self.init(
            id: identity.id,
            name: title.isEmpty
                ? given[identity.destination] ?? session ?? identity.destination.description : title,
            origin: isAnnounced ? .announced : .detected,
            licensed: announced.map(\.isLicensed), group: identity.destination.address,
            port: identity.destination.port, source: identity.source, carriage: Carriage(identity.carriage),
            isTruncated: snapshot.isTruncated, windows: WindowsReport(snapshot), link: LinkReport(snapshot.link),
            bitrateKbps: snapshot.bitrateKbps)
        fec = FECReport(snapshot)
        interruptions = snapshot.interruptions.count
        longestInterruption = snapshot.interruptions.longest.seconds
        firstInterruption = Occurrence(snapshot.interruptions.first)
        if let sequence = snapshot.sequence {
            rtp = RTPReport(sequence, snapshot)
            loss = LossReport(sequence.loss)
        }
        if let facts = snapshot.transport {
            transport = TransportReport(facts, packetBytes: identity.packetLength ?? 188, snapshot)
            video = facts.video.map(VideoReport.init)
        }
        kind = Kind(identity.kind)
        if let objects = snapshot.objects { take(objects, firsts: objects.firsts) }
    }
}

extension ChannelReport.Carriage {
    init(_ carriage: Channels.Carriage) {
        switch carriage {
        case .rtpTransportStream: self = .rtpTransportStream
        case .udpTransportStream: self = .udpTransportStream
        case .rtpElementaryStream: self = .rtpElementaryStream
        case .alc: self = .alc
        case .flute: self = .flute
        }
    }
}

extension Occurrence {
    init?(_ moment: Moment?) {
        guard let moment else { return nil }
        self.init(time: moment.time, frame: moment.ordinal)
    }
}

extension RTPReport {
    init(_ sequence: ChannelSnapshot.Sequence, _ snapshot: ChannelSnapshot) {
        let counters = sequence.counters
        self.init(
            ssrc: sequence.runs.last?.ssrc ?? snapshot.identity.synchronizationSource ?? 0, expected: counters.expected,
            received: counters.received, lost: counters.lost, duplicates: counters.duplicates,
            reordered: counters.reordered, reorderDepth: counters.reorderDepth, late: counters.late,
            jitterMs: counters.jitterMs, jitterMaxMs: counters.jitterMaxMs, sequenceResets: counters.sequenceResets,
            runs: sequence.runs.map(RTPRun.init), firstLoss: Occurrence(snapshot.firsts.loss))
    }
}

extension RTPRun {
    init(_ facts: RTPRunFacts) {
        self.init(
            ssrc: facts.ssrc, firstSequence: UInt16(truncatingIfNeeded: facts.firstNumber), expected: facts.expected,
            received: facts.received, start: facts.first.time, end: facts.last.time)
    }
}

extension LossReport {
    init(_ counters: LossCounters) {
        self.init(
            holes: counters.holes, longest: counters.longest, minSeparation: counters.minSeparation,
            runLengths: counters.runLengths.sorted { $0.key < $1.key }.map {
                RunLength(length: $0.key, holes: $0.value)
            })
    }
}

extension FECReport {
    init(_ snapshot: ChannelSnapshot) {
        guard let counters = snapshot.sequence?.protection else {
            self.init(scheme: .none)
            return
        }
        self.init(
            scheme: Scheme(counters), received: counters.received, recovered: counters.recovered,
            unrecovered: counters.unrecovered, corrupt: counters.corrupt, overhead: counters.overhead,
            firstUnrecovered: Occurrence(snapshot.firsts.unrecovered))
    }
}

extension FECReport.Scheme {
    init(_ counters: ProtectionCounters) {
        switch counters.scheme {
        case .undecided, .none: self = .none
        case .parity:
            let mode: FECReport.MatrixMode =
                switch (counters.hasColumnRepair, counters.hasRowRepair) {
                case (true, true): .both
                case (false, true): .rows
                case (_, false): .columns
                }
            self = .matrix(
                columns: counters.columns, rows: counters.rows, mode: mode, isAligned: counters.isAligned)
        case .reedSolomon:
            self = .reedSolomon(k: counters.sources, r: counters.repairs, points: counters.points ?? "unknown")
        case .carrier:
            self = .carrier(k: counters.sources, r: counters.repairs, points: counters.points ?? "unknown")
        }
    }
}

extension WindowsReport {
    init(_ snapshot: ChannelSnapshot) {
        let counters = snapshot.windows
        self.init(
            open: counters.open, partial: counters.partial, noLoss: counters.noLoss,
            recoverySuccesses: counters.recoverySuccesses, recoveryFailures: counters.recoveryFailures,
            tails: counters.tail,
            warnings: counters.warning, errors: counters.error, firstFailure: Occurrence(snapshot.firsts.failedWindow))
    }
}

extension LinkReport {
    /// Nil before the first sample: a capture too short for one says nothing about the link.
    init?(_ link: LinkIndicator) {
        guard let minimum = link.minimum, let mean = link.mean else { return nil }
        self.init(
            last: link.value, min: minimum, mean: mean,
            timeline: link.timeline.map { Change(time: $0.time, value: $0.value) })
    }
}

extension TransportReport {
    init(_ facts: TransportFacts, packetBytes: Int, _ snapshot: ChannelSnapshot) {
        let span = snapshot.first.flatMap { first in snapshot.last.map { $0.time - first.time } } ?? .zero
        self.init(
            packets: facts.packets, packetBytes: packetBytes, discontinuities: facts.discontinuities,
            pids: facts.pids.map(PIDReport.init), clocks: facts.clocks.map { ClockReport($0, over: span) },
            firstDiscontinuity: Occurrence(snapshot.firsts.discontinuity))
    }
}

extension PIDReport {
    init(_ pid: TransportFacts.PID) {
        self.init(
            pid: pid.pid, kind: pid.kind.rawValue, codec: pid.codec?.rawValue, packets: pid.packets,
            continuityErrors: pid.continuityErrors, scrambled: pid.scrambled)
    }
}

extension ClockReport {
    init(_ clock: ClockFacts, over span: StreamDuration) {
        let jitterUs = clock.jitter.map { Double($0.nanoseconds) / 1000 }
        self.init(
            pid: clock.pid, maxIntervalMs: clock.longestStep.milliseconds, jitterUs: jitterUs, driftPpm: clock.driftPpm,
            isDriftClear: (clock.driftPpm ?? 0).magnitude * span.seconds > jitterUs ?? 0)
    }
}

extension VideoReport {
    init(_ video: VideoFacts) {
        self.init(
            droppedFrames: video.droppedFrames, frames: video.frames, width: video.size?.width ?? 0,
            height: video.size?.height ?? 0, gopMs: video.medianInterval?.milliseconds ?? 0,
            gopMaxMs: video.longestInterval?.milliseconds ?? 0)
    }
}
