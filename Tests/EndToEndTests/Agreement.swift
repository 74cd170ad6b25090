import Channels
import NetworkFormats
import Pipeline
import Protection
import Quality
import Timing
import TransportStream
import VenueSimulator

/// What the engine measured of a simulated venue beside what the simulator knows of it.
struct Agreement {
    /// One line for each number that differs; empty when all agree.
    private(set) var differences: [String] = []
    private let seed: UInt64
    private var corners: [ChannelTruth.Corner] = []

    /// Runs the venue of `seed` through the engine.
    init(seed: UInt64) {
        self.seed = seed
        var venue = SimulatedVenue(.random(seed: seed))
        let log = WindowLog()
        var engine = VenueEngine(output: log)
        venue.feed(into: &engine)
        engine.finish()
        let truth = venue.truth()
        let snapshot = engine.snapshot
        expect("channels", snapshot.channels.count, truth.channels.count)
        for known in truth.channels {
            guard let channel = snapshot.channels.first(where: { Self.isSame($0, known) }) else {
                differences.append("seed \(seed): \(known.destination) from \(known.source.address) was not found")
                continue
            }
            compare(channel, log.windows[Int(channel.identity.index)], known)
        }
    }

    private static func isSame(_ channel: ChannelSnapshot, _ truth: ChannelTruth) -> Bool {
        let identity = channel.identity
        let isSameCarriage =
            switch truth.carriage {
            case .rtpTransport: identity.carriage == .rtpTransportStream
            case .udpTransport: identity.carriage == .udpTransportStream
            case .rtpElementary: identity.carriage == .rtpElementaryStream
            }
        return isSameCarriage && identity.destination == truth.destination && identity.source == truth.source.address
            && (truth.synchronizationSource == nil || channel.sequence?.runs.last?.ssrc == truth.synchronizationSource)
    }

    private mutating func compare(_ channel: ChannelSnapshot, _ windows: [WindowRecord], _ truth: ChannelTruth) {
        let name = "\(truth.destination) \(truth.carriage)"
        corners = Array(truth.corners)
        if let known = truth.rtp, let sequence = channel.sequence {
            compare(sequence, known, truth.fec, name)
        }
        expect("\(name) windows.open", channel.windows.open, truth.windows.open)
        expect("\(name) windows.partial", channel.windows.partial, truth.windows.partial)
        expect("\(name) noLoss", channel.windows.noLoss, truth.windows.noLoss)
        expect("\(name) recoverySuccesses", channel.windows.recoverySuccesses, truth.windows.recoverySuccesses)
        expect("\(name) recoveryFailures", channel.windows.recoveryFailures, truth.windows.recoveryFailures)
        expect("\(name) tail", channel.windows.tail, truth.windows.tail)
        expect("\(name) window list", windows.map(Self.line).sorted(), truth.windowList.map(Self.line).sorted())
        expect(
            "\(name) link changes", channel.link.timeline.map { "\($0.time.nanoseconds) \($0.value)" },
            truth.link.changes.map { "\($0.time.nanoseconds) \($0.value)" })
        expect("\(name) link mean", channel.link.mean, truth.link.mean)
        guard let transport = channel.transport else { return }
        expect("\(name) discontinuities", transport.discontinuities, truth.discontinuities)
        if let video = transport.video {
            let range = truth.droppedPictures...(truth.droppedPictures + truth.doubtfulPictures)
            if !range.contains(video.droppedFrames) {
                expect("\(name) dropped pictures", video.droppedFrames, truth.droppedPictures)
            }
        }
    }

    private mutating func compare(
        _ sequence: ChannelSnapshot.Sequence, _ truth: SequenceTruth, _ fec: RepairTruth, _ name: String
    ) {
        expect("\(name) expected", sequence.counters.expected, truth.expected)
        expect("\(name) received", sequence.counters.received, truth.received)
        expect("\(name) lost", sequence.counters.lost, truth.lost)
        expect("\(name) duplicates", sequence.counters.duplicates, truth.duplicates)
        expect("\(name) reordered", sequence.counters.reordered, truth.reordered)
        expect("\(name) reorderDepth", sequence.counters.reorderDepth, truth.reorderDepth)
        expect("\(name) late", sequence.counters.late, truth.late)
        expect("\(name) resets", sequence.counters.sequenceResets, truth.sequenceResets)
        expect("\(name) holes", sequence.loss.holes, truth.holes)
        expect("\(name) longest", sequence.loss.longest, truth.longestHole)
        expect("\(name) minSeparation", sequence.loss.minSeparation, truth.minSeparation)
        expect("\(name) runLengths", sequence.loss.runLengths, truth.runLengths)
        expect("\(name) fec.received", sequence.protection.received, fec.received)
        expect("\(name) recovered", sequence.protection.recovered, fec.recovered)
        expect("\(name) unrecovered", sequence.protection.unrecovered, fec.unrecovered)
        expect("\(name) columns", sequence.protection.columns, fec.layout?.columns ?? 0)
    }

    private mutating func expect<Value: Equatable>(_ name: String, _ measured: Value, _ known: Value) {
        if measured != known {
            differences.append("seed \(seed): \(name): measured \(measured), known \(known) \(corners)")
        }
    }

    private static func line(_ record: WindowRecord) -> String {
        "\(record.outcome) k\(record.k) d\(record.d)"
    }

    private static func line(_ window: WindowTruth) -> String {
        "\(window.outcome) k\(window.k) d\(window.d)"
    }
}
