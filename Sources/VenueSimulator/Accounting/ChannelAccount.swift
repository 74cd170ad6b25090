import Timing

/// Counts a channel after the fact, knowing what was sent and when each packet arrived.
struct ChannelAccount {
    let spec: ChannelSpec
    let log: ChannelLog
    let end: Int64
    let runStarts: [Int64]
    /// Where each run's packets begin in `log.sources`, and one past the last.
    let runBounds: [Int]
    private(set) var runs: [RunAccount]

    var corners: Set<ChannelTruth.Corner> = []

    static let fewestPackets = 20

    /// The channel `spec`, of which `log` tells everything, in a venue that ends at `end` nanoseconds.
    init(_ spec: ChannelSpec, _ log: ChannelLog, end: Int64) {
        self.spec = spec
        self.log = log
        self.end = end
        var starts: [Int64] = []
        var bounds: [Int] = []
        for (index, source) in log.sources.enumerated() where Int(source.run) == starts.count {
            starts.append(source.number)
            bounds.append(index)
        }
        bounds.append(log.sources.count)
        runStarts = starts
        runBounds = bounds
        runs = starts.indices.map { RunAccount(count: bounds[$0 + 1] - bounds[$0]) }
        for (order, arrival) in log.arrivals.enumerated() where !arrival.isRepair {
            let run = Int(log.sources[Int(arrival.index)].run)
            runs[run].take(Int(arrival.index) - bounds[run], order: Int32(truncatingIfNeeded: order))
        }
    }

    /// The known answer.
    func truth() -> ChannelTruth {
        var copy = self
        return spec.carriage == .udpTransport ? copy.unnumbered() : copy.numbered()
    }

    private var layout: ParityLayout? {
        log.arrivals.contains(where: \.isRepair) ? spec.parity : nil
    }

    private var sourceTimes: [Int64] { log.arrivals.filter { !$0.isRepair }.map(\.time) }

    private mutating func numbered() -> ChannelTruth {
        var sequence = SequenceTruth()
        for run in runs { run.add(to: &sequence) }
        sequence.sequenceResets = max(0, runs.filter(\.isSeen).count - 1)
        if runs.contains(where: { $0.isSeen && $0.arrivals < Self.fewestPackets }) { corners.insert(.shortRun) }
        var fates = runs.map { RunFates(count: $0.firstArrival.count) }
        let layout = layout
        let windows = layout.map { protected($0, &fates) } ?? slotted(&fates)
        var fec = RepairTruth(layout: layout)
        fec.received = Set(log.arrivals.filter(\.isRepair).map(\.index)).count
        for (run, fate) in zip(runs, fates) where run.isSeen {
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
        var before = -1
        var lastRun = -1
        if let decided = unprotectedSince, let first = log.arrivals.first(where: \.isRepair), first.time > decided {
            corners.insert(.undecided)
        }
        for stretch in WindowStretch.all(of: log, end: end) {
            if stretch.run != lastRun { before = -1 }
            lastRun = stretch.run
            let start = runStarts[stretch.run]
            let alignment =
                layout.protectsColumns
                ? Alignment.columns(layout, log, stretch, runStart: start)
                : Alignment.rows(layout, log, stretch, runStart: start)
            guard let alignment else {
                corners.insert(.undecided)
                deliverAll(of: stretch, &fates[stretch.run])
                continue
            }
            if alignment.isGuess { corners.insert(.ambiguousAlignment) }
            var walk = ParityWindows(
                log, stretch, run: runs[stretch.run], runStart: start, layout: layout, alignment: alignment,
                before: before)
            let found = walk.account(into: &fates[stretch.run], corners: &corners)
            if isNearSample(stretch, found) { corners.insert(.resetNearSample) }
            windows += found
            before = highest(in: stretch, before)
        }
        return windows
    }

    /// Whether a reset closed windows, and a whole second falls among the packets after which a receiver is sure of it.
    private func isNearSample(_ stretch: WindowStretch, _ windows: [WindowTruth]) -> Bool {
        let closing = windows.filter { $0.outcome != .partial && $0.closed.nanoseconds == stretch.endTime }
        guard stretch.end == .reset, !closing.isEmpty else { return false }
        let next = log.arrivals[stretch.arrivals.upperBound...].filter { !$0.isRepair }.prefix(Self.fewestPackets)
        guard let sure = next.last?.time else { return false }
        return sure / LinkAccount.second > stretch.endTime / LinkAccount.second
    }

    private func highest(in stretch: WindowStretch, _ before: Int) -> Int {
        var highest = before
        for order in stretch.arrivals where !log.arrivals[order].isRepair {
            highest = max(highest, Int(log.arrivals[order].index) - runBounds[stretch.run])
        }
        return highest
    }

    private func deliverAll(of stretch: WindowStretch, _ fates: inout RunFates) {
        for order in stretch.arrivals where !log.arrivals[order].isRepair {
            fates.deliver(Int(log.arrivals[order].index) - runBounds[stretch.run])
        }
    }

    /// When it is known that no repair comes: 2 s and 64 arrivals after the beginning; nil when that never happens.
    private var unprotectedSince: Int64? {
        let times = sourceTimes
        guard times.count >= 64 else { return nil }
        let decided = max(times[0] + 2_000_000_000, times[63])
        return decided <= end ? decided : nil
    }

    private mutating func slotted(_ fates: inout [RunFates]) -> [WindowTruth] {
        let decided = unprotectedSince
        var windows: [WindowTruth] = []
        var highest = -1
        var lastRun = -1
        for stretch in WindowStretch.all(of: log, end: end) {
            let run = runs[stretch.run]
            if stretch.run != lastRun { highest = run.base - 1 }
            lastRun = stretch.run
            if stretch.end != .finish, decided.map({ $0 > stretch.endTime }) ?? true { corners.insert(.undecided) }
            let orders = stretch.arrivals.filter { !log.arrivals[$0].isRepair }
            guard let first = orders.first, let last = orders.last else { continue }
            var book = SlotBook(first: log.arrivals[first].time, last: log.arrivals[last].time, decided: decided)
            var missed: [Int: Int] = [:]
            for order in orders {
                let time = log.arrivals[order].time
                book.touch(at: time)
                let number = Int(log.arrivals[order].index) - runBounds[stretch.run]
                guard Int(run.firstArrival[number]) == order else { continue }
                if number > highest {
                    for skipped in highest + 1..<number { missed[skipped] = book.slot(at: time) }
                    highest = number
                } else if let slot = missed[number], let closing = book.closing(of: slot), closing < time {
                    fates[stretch.run].delay(number)
                    continue
                } else {
                    missed[number] = nil
                }
                fates[stretch.run].deliver(number)
                book.keep(in: book.slot(at: time), number: number)
            }
            for (number, slot) in missed { book.charge(slot, number: number) }
            windows += book.windows(of: stretch, base: run.base, corners: &corners)
        }
        return windows
    }

    private mutating func unnumbered() -> ChannelTruth {
        var check = ContinuityCheck()
        var errors = 0
        var windows: [WindowTruth] = []
        var fates = runs.map { RunFates(count: $0.firstArrival.count) }
        for stretch in WindowStretch.all(of: log, end: end) {
            let orders = stretch.arrivals
            guard let first = orders.first, let last = orders.last else { continue }
            var book = SlotBook(
                first: log.arrivals[first].time, last: log.arrivals[last].time, decided: log.arrivals[0].time)
            for order in orders {
                let arrival = log.arrivals[order]
                book.touch(at: arrival.time)
                let slot = book.slot(at: arrival.time)
                book.keep(in: slot, number: nil)
                fates[stretch.run].deliver(Int(arrival.index) - runBounds[stretch.run])
                let source = log.sources[Int(arrival.index)]
                for fact in Int(source.firstFact)..<Int(source.firstFact + source.facts)
                where check.isWrong(log.facts[fact]) {
                    errors += 1
                    book.charge(slot, number: nil)
                }
            }
            windows += book.windows(of: stretch, base: 0, corners: &corners)
        }
        var stream = transport(fates)
        stream.discontinuities = errors
        return answer(nil, RepairTruth(), windows, stream)
    }
}
