import Timing

/// Goes through one stretch of a protected channel packet by packet and keeps its windows.
struct CodedWindows {
    /// What rebuilds.
    enum Code {
        /// SMPTE 2022-1.
        case parity(ParityLayout)
        /// Reed-Solomon: as many packets as repair packets arrived.
        case blocks(BlockLayout)

        /// Packets in a window.
        var size: Int {
            switch self {
            case .parity(let layout): layout.protectsColumns ? layout.blockSize : layout.columns
            case .blocks(let layout): layout.sources
            }
        }
    }

    private struct Window {
        var arrived = 0
        var closed: WindowTruth?
    }

    let log: ChannelLog
    let stretch: WindowStretch
    let run: RunAccount
    let runStart: Int64
    let code: Code
    let alignment: Alignment
    /// Packets in a window.
    let size: Int

    private var windows: [Window] = []
    private var repairs: [Int: [Int32]] = [:]
    private let firstWindow: Int
    private var lowestOpen: Int
    private var highest = -1
    private var lastTime: Int64 = .min

    /// How long both flows are silent before all windows close.
    static let silence: Int64 = 1_000_000_000

    /// Windows from `alignment` on.
    init(
        _ log: ChannelLog, _ stretch: WindowStretch, run: RunAccount, runStart: Int64, code: Code,
        alignment: Alignment
    ) {
        self.log = log
        self.stretch = stretch
        self.run = run
        self.runStart = runStart
        self.code = code
        self.alignment = alignment
        size = code.size
        let early = stretch.arrivals.lazy.filter { !log.arrivals[$0].isRepair }.prefix(RunAccount.arrivalsForBase)
        let numbers = early.map { Int(log.sources[Int(log.arrivals[$0].index)].number - runStart) }
        firstWindow = Self.window(of: numbers.min() ?? 0, alignment.origin, size)
        lowestOpen = firstWindow
    }

    private static func window(of number: Int, _ origin: Int, _ size: Int) -> Int {
        let ahead = number - origin
        return ahead >= 0 ? ahead / size : -((size - 1 - ahead) / size)
    }

    /// All windows of the stretch, in order.
    mutating func account(into fates: inout RunFates, corners: inout Set<ChannelTruth.Corner>) -> [WindowTruth] {
        for order in stretch.arrivals {
            let arrival = log.arrivals[order]
            let isHeld = order <= alignment.lastHeld
            if !isHeld { closeIfSilent(before: arrival.time, &fates) }
            lastTime = arrival.time
            if arrival.isRepair {
                keep(arrival.index)
            } else if run.isFirst(order) {
                let number = Int(log.sources[Int(arrival.index)].number - runStart)
                take(number, now: isHeld ? nil : arrival.time, &fates, &corners)
            }
            if order == alignment.lastHeld { closeHeld(&fates) }
        }
        if alignment.lastHeld >= stretch.arrivals.upperBound { closeHeld(&fates) }
        closeIfSilent(before: stretch.end == .finish ? stretch.endTime + 1 : stretch.endTime, &fates)
        while lowestOpen < firstWindow + windows.count {
            let isLast = lowestOpen == firstWindow + windows.count - 1
            close(
                lowestOpen, now: max(stretch.endTime, alignment.time), &fates,
                unclassified: !isLast || isKnownByRepair(lowestOpen) ? nil : stretch.end == .finish ? .open : .partial)
        }
        return windows.compactMap(\.closed)
    }

    /// Whether a repair packet shows that the window is whole at the end: only Reed-Solomon's tell for certain.
    private func isKnownByRepair(_ window: Int) -> Bool {
        guard case .blocks = code else { return false }
        return repairs[window]?.isEmpty == false
    }

    private mutating func keep(_ index: Int32) {
        let repair = log.repairs[Int(index)]
        guard Int(repair.run) == stretch.run else { return }
        let window = Self.window(of: Int(repair.first - runStart), alignment.origin, size)
        guard window >= lowestOpen else { return }
        if case .blocks = code {
            // A repair packet tells of its window even when no source packet does.
            while windows.count <= window - firstWindow { windows.append(Window()) }
            guard windows[window - firstWindow].closed == nil else { return }
        }
        repairs[window, default: []].append(index)
    }

    /// Takes a source, whose window may close now; without a time it is held, and nothing closes.
    private mutating func take(
        _ number: Int, now: Int64?, _ fates: inout RunFates, _ corners: inout Set<ChannelTruth.Corner>
    ) {
        let window = Self.window(of: number, alignment.origin, size)
        let before = highest
        highest = max(highest, number)
        while windows.count <= window - firstWindow { windows.append(Window()) }
        if let now {
            while lowestOpen <= window - 2 { close(lowestOpen, now: now, &fates) }
        }
        guard window >= firstWindow, windows[window - firstWindow].closed == nil else {
            if number < before {
                fates.delay(number)
            } else {
                fates.deliver(number)
                corners.insert(.inOrderAfterSilence)
            }
            return
        }
        fates.deliver(number)
        windows[window - firstWindow].arrived += 1
        if let now, windows[window - firstWindow].arrived == size { close(window, now: now, &fates) }
    }

    /// Closes the windows of what was held that are full or were followed by two others.
    private mutating func closeHeld(_ fates: inout RunFates) {
        for place in windows.indices where windows[place].arrived == size || place < windows.count - 2 {
            close(firstWindow + place, now: alignment.time, &fates)
        }
    }

    private mutating func closeIfSilent(before limit: Int64, _ fates: inout RunFates) {
        guard lastTime != .min else { return }
        let tick = WindowStretch.tick(from: max(lastTime + Self.silence, alignment.time))
        guard tick < limit else { return }
        while lowestOpen < firstWindow + windows.count { close(lowestOpen, now: tick, &fates) }
    }

    private mutating func close(
        _ id: Int, now: Int64, _ fates: inout RunFates, unclassified: WindowTruth.Outcome? = nil
    ) {
        defer {
            while lowestOpen < firstWindow + windows.count, windows[lowestOpen - firstWindow].closed != nil {
                lowestOpen += 1
            }
        }
        guard windows[id - firstWindow].closed == nil else { return }
        let first = alignment.origin + id * size
        let arrived = windows[id - firstWindow].arrived
        let rebuilt = arrived == size ? 0 : rebuild(repairs[id] ?? [], first: first, &fates)
        let dropped = size - arrived
        var outcome: WindowTruth.Outcome = dropped == 0 ? .noLoss : rebuilt == dropped ? .recovered : .recoveryFailed
        let isSeenFromStart = fates.isDelivered.indices.contains(first) && fates.isDelivered[first]
        if id == firstWindow, !isSeenFromStart { outcome = .partial }
        if let unclassified, dropped > 0 { outcome = unclassified }
        windows[id - firstWindow].closed = WindowTruth(
            id: Int64(id), run: stretch.index, firstNumber: Int64(first - run.base),
            lastNumber: Int64(first + size - 1 - run.base), k: size, d: dropped, recovered: rebuilt, outcome: outcome,
            isTail: isTail(first, dropped: dropped, recovered: rebuilt, fates), closed: StreamTime(nanoseconds: now),
            known: StreamTime(nanoseconds: max(now, stretch.knownTime)))
        repairs[id] = nil
    }

    /// Whether what a window still lacks lies above everything that the run brings, before its closing or after.
    private func isTail(_ first: Int, dropped: Int, recovered: Int, _ fates: RunFates) -> Bool {
        guard recovered < dropped, highest == run.highest else { return false }
        return (first..<first + size).allSatisfy { number in
            number > highest || (fates.isDelivered.indices.contains(number) && fates.isShown(number))
        }
    }

    private func rebuild(_ indices: [Int32], first: Int, _ fates: inout RunFates) -> Int {
        switch code {
        case .parity: return rebuildByParity(indices, first: first, &fates)
        case .blocks:
            let missing = (first..<first + size).filter {
                !(fates.isDelivered.indices.contains($0) && fates.isDelivered[$0])
            }
            guard Set(indices).count >= missing.count else { return 0 }
            for number in missing { fates.rebuild(number) }
            return missing.count
        }
    }

    /// Rebuilds until no repair packet misses exactly one of its sources any more, and says how many were rebuilt.
    private func rebuildByParity(_ indices: [Int32], first: Int, _ fates: inout RunFates) -> Int {
        var known = (first..<first + size).map { fates.isDelivered.indices.contains($0) && fates.isDelivered[$0] }
        var count = 0
        var isChanged = true
        while isChanged {
            isChanged = false
            for index in indices {
                let repair = log.repairs[Int(index)]
                let start = Int(repair.first - runStart) - first
                let members = (0..<Int(repair.count)).map { start + $0 * Int(repair.step) }
                let missing = members.filter { !known.indices.contains($0) || !known[$0] }
                guard missing.count == 1, known.indices.contains(missing[0]) else { continue }
                known[missing[0]] = true
                fates.rebuild(first + missing[0])
                count += 1
                isChanged = true
            }
        }
        return count
    }
}
