import Bytes
public import Channels
import Evidence
public import History
public import NetworkFormats
public import Timing

/// A whole venue on one thread: datagrams in, what channels tell out, and the numbers of everything at any moment.
///
/// It has no clock and does no I/O. Ticks are multiples of 100 ms of stream time, run before the datagram that passes them.
public struct VenueEngine<Output: ChannelSink>: DatagramSink {
    /// Who is told.
    public var output: Output
    var front: VenueFront
    var group: ChannelGroup
    /// Groups that a listener is to join anew, until it asks.
    var restarts: [IPAddress] = []
    private var names: [Endpoint: String]
    /// What was announced lately, as it came.
    var announcements: KeptAnnouncements

    /// A venue without channels.
    public init(parameters: VenueParameters = VenueParameters(), output: Output) {
        front = VenueFront(rules: parameters.announcements)
        group = ChannelGroup(parameters: parameters)
        names = parameters.names
        announcements = KeptAnnouncements(depth: parameters.history.depth)
        self.output = output
    }

    /// Takes one datagram; times never fall.
    public mutating func ingest(_ header: DatagramHeader, _ payload: RawSpan) {
        runTicks(to: header.time)
        front.arrived(header)
        let verdict = front.classifier.classify(header, payload, into: &front.events)
        if !front.events.events.isEmpty { applyEvents() }
        switch verdict {
        case .media(let channel, let rtp):
            group.wake(channel)
            group.engine(channel)?.media(rtp, header, payload, into: &output)
        case .transport(let channel, let range, _):
            group.wake(channel)
            group.engine(channel)?.transport(range, header, payload, into: &output)
        case .parity(let channel):
            group.wake(channel)
            group.engine(channel)?.parity(header, payload, into: &output)
        case .blockRepair(let channel):
            group.wake(channel)
            group.engine(channel)?.blockRepair(header, payload, into: &output)
        case .carrierRepair(let channel):
            group.wake(channel)
            group.engine(channel)?.carrierRepair(header, payload, into: &output)
        case .object(let channel):
            group.wake(channel)
            group.objects(channel)?.object(header, payload, into: &output)
        case .other(let content): front.otherFlows.count(header, content)
        case .announcement: announcements.append(header, payload, about: front.classifier.newestAnnounced)
        case .control, .held: break
        }
    }

    /// Learns that nothing more arrives before `time`.
    public mutating func advance(to time: StreamTime) {
        runTicks(to: time)
        front.clock.reached(time)
    }

    /// Takes note of a membership message.
    public mutating func observe(_ report: MembershipReport) { front.memberships.observe(report) }

    /// Ends the venue at the instant that stream time has come to: decides what is held, closes what can be closed.
    public mutating func finish() {
        front.classifier.finish(into: &front.events)
        applyEvents()
        group.finish(at: front.moment, into: &output)
    }

    /// The numbers of everything now.
    public var snapshot: VenueSnapshot {
        VenueSnapshot(
            channels: group.snapshots, directory: front.classifier.directory, venue: front.classifier.venue,
            announcements: front.classifier.announcements, names: names,
            others: front.classifier.others, otherFlows: front.otherFlows, memberships: front.memberships,
            findings: group.findings, now: front.moment)
    }

    /// Takes what a person set anew: how much of every channel is kept, and the names of channels that nobody announces.
    ///
    /// An engine that keeps nothing goes on keeping nothing; what is kept already is given up as new pictures come.
    public mutating func set(historyDepth: StreamDuration, names: [Endpoint: String]) {
        group.keepHistory(of: historyDepth)
        announcements.keep(for: historyDepth)
        self.names = names
    }

    /// Keeps as much more of a channel as playlists of a target duration need so that what left them can still be had.
    public func keepHistory(of channel: Int32, forTarget duration: StreamDuration) {
        guard channel >= 0, Int(channel) < group.count else { return }
        group.engine(channel)?.keepHistory(forTarget: duration)
    }

    /// How many channels were found; their indices go from 0.
    public var channelCount: Int { group.count }

    /// When the newest media datagram of every group and port with a channel came.
    public var lastArrivals: [Endpoint: StreamTime] { group.lastArrivals { front.classifier.destination(of: $0) } }

    /// Who announced what.
    public var directory: SAPDirectory { front.classifier.directory }

    /// One channel's history now, at the cost of a few references; nil when there is no such channel or nothing is kept.
    public func history(of channel: Int32) -> HistorySnapshot? {
        guard channel >= 0, Int(channel) < group.count else { return nil }
        return group.engine(channel)?.history
    }

    private mutating func runTicks(to time: StreamTime) {
        while true {
            // A stranger's capture may hold a datagram an hour, each of which would run 36 000 ticks.
            if group.isAtRest {
                group.rest(seconds: front.clock.skip(to: time, before: front.classifier.nextDue))
            }
            guard let tick = front.clock.due(at: time) else { return }
            front.classifier.tick(at: Moment(time: tick, ordinal: front.ordinal), into: &front.events)
            if !front.events.events.isEmpty { applyEvents() }
            collectRestarts(at: tick)
            group.tick(at: Moment(time: tick, ordinal: front.ordinal), into: &output)
        }
    }

    mutating func applyEvents() {
        let held = front.classifier.held
        for event in front.events.events {
            switch event {
            case .opened(let identity): group.open(identity, into: &output)
            case .restarted(let channel, _): group.engine(channel)?.restart(at: front.moment, into: &output)
            case .announced(let channel, let facts): group.announced(channel, facts)
            case .newSession(let channel): beginSession(of: channel)
            case .found(let finding): group.add(finding)
            case .delivered(let delivery):
                guard let stored = held[delivery.packet], let slab = held.slab(of: delivery.packet) else { continue }
                let bytes = slab.bytes.extracting(stored.range)
                group.wake(delivery.channel)
                let engine = group.engine(delivery.channel)
                switch delivery.role {
                case .media(let rtp): engine?.media(rtp, stored.header, bytes, into: &output)
                case .parity: engine?.parity(stored.header, bytes, into: &output)
                case .blockRepair: engine?.blockRepair(stored.header, bytes, into: &output)
                case .carrierRepair: engine?.carrierRepair(stored.header, bytes, into: &output)
                case .object: group.objects(delivery.channel)?.object(stored.header, bytes, into: &output)
                }
            }
        }
        front.events.removeAll()
    }
}
