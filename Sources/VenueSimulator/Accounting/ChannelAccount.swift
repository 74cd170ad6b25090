import Timing

/// Counts a channel after the fact, knowing what was sent and when each packet arrived.
struct ChannelAccount {
    let spec: ChannelSpec
    let log: ChannelLog
    let end: Int64
    /// The number of the first packet of each of the sender's runs.
    let runStarts: [Int64]
    /// Where each of the sender's runs begins in `log.sources`, and one past the last.
    let runBounds: [Int]
    /// The runs as a receiver sees them.
    let stretches: [WindowStretch]
    /// What each stretch counts; numbers count from the start of the sender's run.
    private(set) var runs: [RunAccount] = []
    private var sourceOrders: [[Int]] = []

    var corners: Set<ChannelTruth.Corner> = []

    static let fewestPackets = 20

    /// The channel `spec`, of which `log` tells everything, in a venue that ends at `end` nanoseconds.
    init(_ spec: ChannelSpec, _ log: ChannelLog, end: Int64) {
        self.spec = spec
        self.log = log
        self.end = end
        var starts: [Int64] = []
        var bounds: [Int] = []
        var index = 0
        while index < log.sources.count {
            if Int(log.sources[index].run) == starts.count {
                starts.append(log.sources[index].number)
                bounds.append(index)
            }
            index += 1
        }
        bounds.append(log.sources.count)
        runStarts = starts
        runBounds = bounds
        stretches = WindowStretch.all(of: log, end: end, newSources: Self.newSources(spec))
        for stretch in stretches {
            var run = RunAccount(
                count: bounds[stretch.run + 1] - bounds[stretch.run], arrivals: stretch.arrivals)
            var orders: [Int] = []
            var order = stretch.arrivals.lowerBound
            while order < stretch.arrivals.upperBound {
                let arrival = log.arrivals[order]
                if !arrival.isRepair {
                    orders.append(order)
                    run.take(
                        Int(arrival.index) - bounds[stretch.run], order: Int32(truncatingIfNeeded: order))
                }
                order += 1
            }
            sourceOrders.append(orders)
            runs.append(run)
        }
    }

    /// The sender's runs, by number, that have another SSRC than the one before.
    private static func newSources(_ spec: ChannelSpec) -> Set<Int> {
        var last = spec.rtp.synchronizationSource
        var run = 0
        var found: Set<Int> = []
        for event in spec.events {
            guard case .restart(let next, _) = event.kind else { continue }
            run += 1
            if next != last { found.insert(run) }
            last = next
        }
        return found
    }

    /// The known answer.
    func truth() -> ChannelTruth {
        var copy = self
        return spec.carriage == .udpTransport ? copy.unnumbered() : copy.numbered()
    }

    /// The arrivals of source packets in `stretch`.
    func sourceOrders(of stretch: WindowStretch) -> [Int] { sourceOrders[stretch.index] }

    /// The packet that arrival `order` brought, counted from the start of the sender's run.
    func number(of order: Int, in stretch: WindowStretch) -> Int {
        Int(log.arrivals[order].index) - runBounds[stretch.run]
    }

    private mutating func numbered() -> ChannelTruth {
        var sequence = SequenceTruth()
        for run in runs { run.add(to: &sequence) }
        sequence.sequenceResets = stretches.count { $0.end == .reset }
        if runs.contains(where: { $0.arrivals < Self.fewestPackets }) { corners.insert(.shortRun) }
        var fates = runs.map { RunFates(count: $0.firstArrival.count) }
        let layout = spec.isAnnounced || log.arrivals.contains(where: \.isRepair) ? spec.parity : nil
        let windows =
            spec.blocks.map { blocked($0, &fates) } ?? layout.map { protected($0, &fates) } ?? slotted(&fates)
        var fec = RepairTruth(layout: layout, blocks: spec.blocks)
        fec.received = Set(log.arrivals.filter(\.isRepair).map(\.index)).count
        for (run, fate) in zip(runs, fates) {
            sequence.late += fate.isLate.count { $0 }
            for number in fate.isRebuilt.indices where fate.isRebuilt[number] {
                if number < run.base || number > run.highest {
                    corners.insert(.rebuiltOutsideRun)
                } else if !fate.isDelivered[number] {
                    fec.recovered += 1
                }
            }
        }
        fec.unrecovered = sequence.lost + sequence.late - fec.recovered
        return answer(sequence, fec, windows, transport(fates))
    }

    private mutating func protected(_ layout: ParityLayout, _ fates: inout [RunFates]) -> [WindowTruth] {
        var windows: [WindowTruth] = []
        if !spec.isAnnounced, let first = log.arrivals.first(where: \.isRepair), first.time > unprotectedSince {
            corners.insert(.undecided)
        }
        for stretch in stretches {
            let start = runStarts[stretch.run]
            let run = runs[stretch.index]
            let alignment =
                layout.protectsColumns
                ? Alignment.columns(layout, log, stretch, run, runStart: start)
                : Alignment.rows(layout, log, stretch, run, runStart: start)
            guard let alignment else {
                corners.insert(.undecided)
                for order in sourceOrders(of: stretch) {
                    fates[stretch.index].deliver(number(of: order, in: stretch))
                }
                continue
            }
            if alignment.isGuess { corners.insert(.ambiguousAlignment) }
            var walk = CodedWindows(
                log, stretch, run: run, runStart: start, code: .parity(layout), alignment: alignment)
            windows += walk.account(into: &fates[stretch.index], corners: &corners)
        }
        return windows
    }

    /// Windows whose numbers stand in the packets: nothing is held until they are known.
    private mutating func blocked(_ layout: BlockLayout, _ fates: inout [RunFates]) -> [WindowTruth] {
        var windows: [WindowTruth] = []
        for stretch in stretches {
            var walk = CodedWindows(
                log, stretch, run: runs[stretch.index], runStart: runStarts[stretch.run], code: .blocks(layout),
                alignment: Alignment(origin: 0, lastHeld: -1, time: .min))
            windows += walk.account(into: &fates[stretch.index], corners: &corners)
        }
        return windows
    }

    /// When it is known that no repair comes: 2 s and 64 packets after the beginning, or when the first run ends.
    private var unprotectedSince: Int64 {
        if spec.isAnnounced { return .min }
        guard let stretch = stretches.first else { return .max }
        let times = sourceOrders(of: stretch).filter(runs[0].isFirst).map { log.arrivals[$0].time }
        guard times.count >= 64 else { return stretch.endTime }
        return min(stretch.endTime, max(times[0] + 2_000_000_000, times[63]))
    }

    private func slotted(_ fates: inout [RunFates]) -> [WindowTruth] {
        let decided = unprotectedSince
        var windows: [WindowTruth] = []
        for stretch in stretches {
            let run = runs[stretch.index]
            let orders = sourceOrders(of: stretch)
            guard let first = orders.first, let last = orders.last else { continue }
            var book = SlotBook(
                first: log.arrivals[first].time, last: log.arrivals[last].time, decided: max(decided, stretch.knownTime)
            )
            // The slot in which each missing number was missed last.
            var missed: [Int: Int] = [:]
            var highest = run.base - 1
            for order in orders where run.isFirst(order) {
                let time = log.arrivals[order].time
                let number = number(of: order, in: stretch)
                if number > highest {
                    for skipped in highest + 1..<number { missed[skipped] = book.slot(at: time) }
                    highest = number
                } else if let slot = missed[number], book.closing(of: slot) < time {
                    fates[stretch.index].delay(number)
                    continue
                } else {
                    missed[number] = nil
                    // Now this is the next higher number of those missing just below it.
                    var below = number - 1
                    while let slot = missed[below], book.closing(of: slot) > time {
                        missed[below] = book.slot(at: time)
                        below -= 1
                    }
                }
                fates[stretch.index].deliver(number)
                book.keep(at: time, number: number)
            }
            for (number, slot) in missed { book.charge(slot, number: number) }
            windows += book.windows(of: stretch, base: run.base)
        }
        return windows
    }

    private mutating func unnumbered() -> ChannelTruth {
        var check = ContinuityCheck()
        var errors = 0
        var reading = PictureReading()
        var windows: [WindowTruth] = []
        var fates = runs.map { RunFates(count: $0.firstArrival.count) }
        if runs.contains(where: { $0.reordered + $0.duplicates > 0 }) { corners.insert(.unnumberedDisorder) }
        for stretch in stretches {
            let orders = stretch.arrivals
            guard let first = orders.first, let last = orders.last else { continue }
            var book = SlotBook(first: log.arrivals[first].time, last: log.arrivals[last].time, decided: .min)
            for order in orders {
                let arrival = log.arrivals[order]
                book.keep(at: arrival.time, number: nil)
                fates[stretch.index].deliver(number(of: order, in: stretch))
                let source = log.sources[Int(arrival.index)]
                for fact in log.facts[Int(source.firstFact)..<Int(source.firstFact + source.facts)] {
                    let finding = check.check(fact)
                    reading.take(fact, finding)
                    guard finding.isError else { continue }
                    errors += 1
                    book.charge(book.slot(at: arrival.time), number: nil)
                }
            }
            windows += book.windows(of: stretch, base: 0)
        }
        var stream = transport(fates)
        stream.discontinuities = errors
        if corners.contains(.unnumberedDisorder) { stream.read = reading.dropped }
        return answer(nil, RepairTruth(), windows, stream)
    }
}
