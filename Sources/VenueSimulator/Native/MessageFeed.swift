import Bytes
import NetworkFormats
import Timing

/// One data channel's datagrams in order of arrival: planned messages, and those that are given while it runs.
struct MessageFeed: Sendable {
    /// A planned message and when it is sent next.
    private struct Plan: Sendable {
        var next: Int64
        var period: Int64
        var bytes: [UInt8]
    }

    /// A shorter period is lengthened to this, in nanoseconds.
    private static let shortestPeriod: Int64 = 10_000_000

    private var plans: [Plan]
    private var sender: MessageSender
    private var flow: ObjectFlow
    private var end: Int64

    /// The feed of a data channel whose messages are `planned` from `venueStart` on, none before `first` or behind `end`.
    init(
        _ spec: NativeChannelSpec, _ planned: [NativeMessage], repeats: Int, venueStart: StreamTime, first: Int64,
        end: Int64, seed: UInt64, chances: UInt64, keepsLog: Bool
    ) {
        plans = planned.map { message in
            Plan(
                next: max(first, (venueStart + message.offset).nanoseconds),
                period: message.period.map { max(Self.shortestPeriod, $0.nanoseconds) } ?? 0, bytes: message.bytes)
        }
        var settings = MessageSender.Settings(transportSession: spec.sessionNumber, start: venueStart)
        settings.layout = ObjectLayout(spec.protection, symbolLength: settings.layout.symbolLength)
        settings.repetitions = repeats
        settings.seed = seed
        sender = MessageSender(settings)
        flow = ObjectFlow(spec, start: first, chances: chances, keepsLog: keepsLog)
        self.end = end
    }

    /// When the next datagram arrives; `.max` after the last.
    mutating func nextTime() -> Int64 {
        while true {
            let plan = plans.indices.min { plans[$0].next < plans[$1].next }
            let planned = plan.map { plans[$0].next } ?? .max
            let due = sender.due?.nanoseconds ?? .max
            let next = min(planned, due)
            if let time = flow.firstTime, time <= next || next >= end { return time }
            guard next < end else { return .max }
            if planned <= due, let plan {
                sender.send(plans[plan].bytes, at: StreamTime(nanoseconds: planned))
                plans[plan].next = plans[plan].period > 0 ? planned + plans[plan].period : .max
            } else if let datagram = sender.next() {
                flow.send(datagram)
            }
        }
    }

    /// Lends the next datagram, which counts for the known answer when receivers know the channel; not to be called after
    /// the last.
    mutating func next<Failure: Error>(
        isKnown: Bool, _ body: (SendingQueue.Item) throws(Failure) -> Void
    ) throws(Failure) {
        try flow.next(isKnown: isKnown, body)
    }

    /// Sends nothing at or behind `time`, even what was made ahead.
    mutating func end(at time: Int64) {
        end = min(end, time)
        flow.drop(from: end)
    }

    /// Sends one more message at or behind `time`.
    mutating func submit(_ bytes: [UInt8], at time: Int64) { sender.send(bytes, at: StreamTime(nanoseconds: time)) }

    /// How many messages were sent, and how many of them arrived whole.
    var truth: NativeTruth.Objects {
        NativeTruth.Objects(sent: sender.messageCount, delivered: flow.ledger.known.count { flow.ledger.isWhole($0) })
    }
}
