import Glibc
import History
import PacketIO
import Pipeline

/// The receiving side as the server has it: a receiver, and a venue that keeps 30 s of every channel.
struct Intake: ~Copyable {
    private var receiver: MulticastReceiver
    private var venue: VenueEngine<NoSink>
    private let before: Measure.Usage
    private var after: Measure.Usage
    private let clock = SystemClock()

    /// Joins all flows of `channels` cameras.
    init(channels: Int) throws(ReceiverFailure) {
        var made = try MulticastReceiver(options: ReceiverOptions(interface: "lo"))
        for flow in LoadSender.flows(channels) { try made.join(Subscription(group: flow)) }
        var parameters = VenueParameters()
        parameters.history = HistoryLimits()
        venue = VenueEngine(parameters: parameters, output: NoSink())
        receiver = made
        before = Measure.Usage()
        after = before
    }

    /// Receives until `count` datagrams came, for so many nanoseconds at most.
    mutating func take(_ count: UInt64, for limit: Int64) throws(ReceiverFailure) {
        let end = clock.read().monotonic + limit
        while receiver.givenCount < count, clock.read().monotonic < end {
            receiver.wait()
            try receiver.receive()
            receiver.deliver(into: &venue)
        }
        after = Measure.Usage()
    }

    /// How long it received, in seconds.
    var span: Double { after.time - before.time }

    /// Adds the figures.
    mutating func add(to result: inout BenchResult, channels: Int, expected: UInt64) {
        let facts = receiver.facts
        let cores = (after.processor - before.processor) / span
        let kept = venue.snapshot.channels.reduce(0) { $0 + $1.historyBytes }
        let grown = after.resident - before.resident
        result.add("received", Double(facts.datagrams), "datagrams")
        result.add("missing", Double(expected) - Double(facts.datagrams), "datagrams")
        result.add("kernelDrops", Double(facts.kernelDrops), "datagrams")
        result.add("span", span, "s")
        result.add("rate", Double(facts.bytes) * 8 / span / 1e6, "Mb/s")
        result.add("cores", cores, "")
        result.add("coresPerThousandChannels", cores * 1_000 / Double(channels), "")
        result.add("found", Double(venue.channelCount), "channels")
        result.add("kept", Double(kept) / 1e6, "MB")
        result.add("growth", Double(grown) / 1e6, "MB")
        result.add("growthToKept", kept > 0 ? Double(grown) / Double(kept) : 0, "")
        result.add("wakeUps", Double(facts.wakeUps), "")
        result.add("pressedWakeUps", Double(facts.pressedWakeUps), "")
    }
}
