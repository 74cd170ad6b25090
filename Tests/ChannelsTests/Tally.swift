import Bytes
import CaptureFormats
import Channels
import Evidence
import NetworkFormats
import TestSupport
import Timing
import VenueWire

/// A sink that classifies all it is given, runs the ticks, and counts what every channel got.
struct Tally: DatagramSink {
    /// What one channel got.
    struct Channel: Equatable {
        var media = 0
        var transport = 0
        var parity = 0
        var control = 0
        var objects = 0
        var restarts = 0
        /// Sequence numbers of its media in order of delivery.
        var sequence: [UInt16] = []
        /// Ordinals of its media and repair packets in order of delivery.
        var ordinals: [UInt64] = []
    }

    var classifier = FlowClassifier()
    var output = ClassifierOutput()
    var channels: [Channel] = []
    var findings: [ClassifierFinding] = []
    var announcements = 0
    var controlOfNone = 0
    var held = 0
    var delivered = 0
    private var nextTick: StreamTime?

    mutating func ingest(_ header: DatagramHeader, _ payload: RawSpan) {
        advance(to: header.time)
        let verdict = classifier.classify(header, payload, into: &output)
        takeEvents()
        switch verdict {
        case .media(let channel, let rtp): count(channel, rtp, header.ordinal)
        case .transport(let channel, _, _):
            channels[Int(channel)].transport += 1
            channels[Int(channel)].ordinals.append(header.ordinal)
        case .parity(let channel), .blockRepair(let channel), .carrierRepair(let channel):
            countParity(channel, header.ordinal)
        case .object(let channel):
            channels[Int(channel)].objects += 1
            channels[Int(channel)].ordinals.append(header.ordinal)
        case .control(let channel?): channels[Int(channel)].control += 1
        case .control(nil): controlOfNone += 1
        case .announcement: announcements += 1
        case .held: held += 1
        case .other: break
        }
    }

    mutating func advance(to time: StreamTime) {
        let next = time.roundedDown(to: StreamTime.tick) + StreamTime.tick
        guard var tick = nextTick else {
            nextTick = next
            return
        }
        // Nothing is held longer than 10 s: after 20 s of silence more ticks change nothing.
        var left = 200
        while tick <= time, left > 0 {
            classifier.tick(at: Moment(time: tick, ordinal: 0), into: &output)
            takeEvents()
            tick = tick + StreamTime.tick
            left -= 1
        }
        nextTick = max(tick, next)
    }

    mutating func finish() {
        classifier.finish(into: &output)
        takeEvents()
    }

    private mutating func count(_ channel: Int32, _ rtp: RTPHeader, _ ordinal: UInt64) {
        channels[Int(channel)].media += 1
        channels[Int(channel)].sequence.append(rtp.sequenceNumber.rawValue)
        channels[Int(channel)].ordinals.append(ordinal)
    }

    private mutating func countParity(_ channel: Int32, _ ordinal: UInt64) {
        channels[Int(channel)].parity += 1
        channels[Int(channel)].ordinals.append(ordinal)
    }

    private mutating func takeEvents() {
        for event in output.events {
            switch event {
            case .opened(let identity):
                precondition(Int(identity.index) == channels.count)
                channels.append(Channel())
            case .delivered(let delivery):
                delivered += 1
                guard let datagram = classifier.held[delivery.packet],
                    let slab = classifier.held.slab(of: delivery.packet)
                else { preconditionFailure("a delivery without its bytes") }
                precondition(slab.bytes.extracting(datagram.range).byteCount == Int(datagram.header.storedLength))
                switch delivery.role {
                case .media(let rtp): count(delivery.channel, rtp, datagram.header.ordinal)
                case .parity, .blockRepair, .carrierRepair:
                    countParity(delivery.channel, datagram.header.ordinal)
                case .object:
                    channels[Int(delivery.channel)].objects += 1
                    channels[Int(delivery.channel)].ordinals.append(datagram.header.ordinal)
                }
            case .restarted(let channel, _): channels[Int(channel)].restarts += 1
            case .announced, .newSession: break
            case .found(let finding): findings.append(finding)
            }
        }
        output.removeAll()
    }
}

extension Tally {
    /// The tally of a whole capture of the corpus.
    init(capture name: String) throws {
        let bytes = try Corpus.bytes(name)
        var decoder = CaptureDecoder()
        var frames = FrameDecoder()
        var offset = 0
        var latest = StreamTime(nanoseconds: .min)
        // Some captures are broken on purpose: what comes before the break counts.
        while let record = try? decoder.next(in: bytes.span.bytes, at: &offset) {
            latest = max(latest, record.time)
            frames.decode(
                bytes.span.bytes.extracting(record.bytes), linkType: UInt32(record.linkType.rawValue),
                wireLength: record.wireLength, at: Moment(time: latest, ordinal: record.frame), into: &self)
        }
        finish()
    }

    /// "group:port source carriage packets+repair packets" of every channel, in order of finding.
    var lines: [String] {
        zip(classifier.channels, channels).map { identity, channel in
            let packets = identity.carriage.isRTP ? channel.media : channel.transport + channel.objects
            return
                "\(identity.destination) \(identity.source) \(identity.carriage.rawValue) \(packets)+\(channel.parity)"
        }
    }
}
