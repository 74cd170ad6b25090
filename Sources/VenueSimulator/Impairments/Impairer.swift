import Timing

/// Decides the fate of packets in the order in which they are sent.
struct Impairer: Sendable {
    private let spec: Impairment
    private let start: Int64
    private let outages: [Impairment.Outage]
    private var random: VenueRandom
    private var loss: LossProcess
    private var repairLoss: LossProcess

    /// The fates of a channel whose first packet is sent at `start`, in nanoseconds.
    init(_ spec: Impairment, start: Int64, seed: UInt64) {
        self.spec = spec
        self.start = start
        outages = spec.outages
        random = VenueRandom(seed: seed)
        loss = LossProcess(spec.loss)
        repairLoss = LossProcess(spec.repairLoss)
    }

    /// When a source packet arrives: never, once or twice.
    ///
    /// It is the `index`th of its run, and none of its run may arrive after `limit`.
    mutating func arrivals(ofSource index: Int, sent time: Int64, limit: Int64) -> Arrivals {
        let isLost = loss.loses(&random)
        if index < spec.sparedSources { return Arrivals(first: Self.tidy(time)) }
        if isLost { return Arrivals() }
        var delay = jitter()
        if random.chance(spec.detours) {
            delay += part(of: spec.detour)
        } else if index >= Impairment.packetsBeforeHolds, random.chance(spec.holds) {
            delay += part(of: spec.hold)
        }
        let arrival = time + delay > limit ? max(time, limit) : time + delay
        var result = Arrivals(first: reached(arrival))
        if random.chance(spec.duplicates) {
            result.second = reached(min(arrival + 200_000 + jitter(), max(arrival, limit)))
        }
        return result
    }

    /// When a repair packet arrives: never, once or twice.
    ///
    /// It is the `index`th of its run.
    mutating func arrivals(ofRepair index: Int, sent time: Int64, limit: Int64) -> Arrivals {
        let isLost = repairLoss.loses(&random)
        if index < spec.sparedRepairs { return Arrivals(first: Self.tidy(time)) }
        if isLost { return Arrivals() }
        let arrival = min(time + jitter(), max(time, limit))
        var result = Arrivals(first: reached(arrival))
        if random.chance(spec.repairDuplicates) {
            result.second = reached(min(arrival + 200_000 + jitter(), max(arrival, limit)))
        }
        return result
    }

    private mutating func jitter() -> Int64 {
        spec.jitter.nanoseconds > 0 ? Int64(random.fraction() * Double(spec.jitter.nanoseconds)) : 0
    }

    private mutating func part(of duration: StreamDuration) -> Int64 {
        Int64((0.25 + 0.75 * random.fraction()) * Double(duration.nanoseconds))
    }

    private func reached(_ time: Int64) -> Int64? {
        for outage in outages {
            let begin = start + outage.start.nanoseconds
            if time >= begin, time < begin + outage.length.nanoseconds { return nil }
        }
        return Self.tidy(time)
    }

    /// `time` in whole microseconds and never on a tick, where it would be open whether the tick or the packet comes
    /// first.
    static func tidy(_ time: Int64) -> Int64 {
        let whole = time / 1_000 * 1_000
        return whole % StreamTime.tick.nanoseconds == 0 ? whole + 1_000 : whole
    }
}

/// When the copies of a packet arrive.
struct Arrivals: Sendable {
    /// The packet.
    var first: Int64?
    /// Its duplicate.
    var second: Int64?
}
