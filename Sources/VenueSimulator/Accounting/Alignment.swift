/// When it is known where the blocks of SMPTE 2022-1 begin, and where that is.
struct Alignment {
    /// One of the first packets of a block, counted from the run's first sent packet.
    var origin: Int
    /// The last arrival that was held.
    var lastHeld: Int
    /// When it became known.
    var time: Int64
    /// Whether the columns left it open.
    var isGuess = false

    static let rowsOnlyTime: Int64 = 2_000_000_000
    static let rowsOnlyArrivals = 256

    /// Looks for column packets: all must begin in origin … origin + L - 1 (mod L·D), rows at the origin (mod L).
    static func columns(
        _ layout: ParityLayout, _ log: ChannelLog, _ stretch: WindowStretch, _ run: RunAccount, runStart: Int64
    ) -> Self? {
        let size = layout.blockSize
        var candidates = Array(0..<size)
        var firstColumn: Int?
        var since = 0
        for order in stretch.arrivals {
            let arrival = log.arrivals[order]
            if !arrival.isRepair {
                guard run.isFirst(order), let first = firstColumn else { continue }
                since += 1
                if since >= 2 * size {
                    return Self(origin: first, lastHeld: order, time: arrival.time, isGuess: true)
                }
                continue
            }
            let repair = log.repairs[Int(arrival.index)]
            guard Int(repair.run) == stretch.run else { continue }
            let start = Int(repair.first - runStart)
            if repair.isRow {
                candidates.removeAll { ($0 - start) % layout.columns != 0 }
            } else {
                if firstColumn == nil { firstColumn = start % size }
                candidates.removeAll { (start - $0 % size + size) % size >= layout.columns }
            }
            if firstColumn != nil, candidates.count == 1 {
                return Self(origin: candidates[0], lastHeld: order, time: arrival.time)
            }
        }
        return firstColumn.map {
            Self(origin: $0, lastHeld: stretch.arrivals.upperBound, time: stretch.endTime, isGuess: true)
        }
    }

    /// Looks for row packets, and in the first stretch waits until it is clear that no columns come.
    static func rows(
        _ layout: ParityLayout, _ log: ChannelLog, _ stretch: WindowStretch, _ run: RunAccount, runStart: Int64
    ) -> Self? {
        var origin: Int?
        var firstTime: Int64 = 0
        var since = 0
        for order in stretch.arrivals {
            let arrival = log.arrivals[order]
            if let origin {
                let due = firstTime + rowsOnlyTime
                let tick = WindowStretch.tick(from: due)
                if since >= rowsOnlyArrivals, tick < arrival.time {
                    return Self(origin: origin, lastHeld: order - 1, time: tick)
                }
                since += !arrival.isRepair && run.isFirst(order) ? 1 : 0
                if since >= rowsOnlyArrivals, arrival.time >= due {
                    return Self(origin: origin, lastHeld: order, time: arrival.time)
                }
            } else if arrival.isRepair {
                let repair = log.repairs[Int(arrival.index)]
                guard Int(repair.run) == stretch.run else { continue }
                origin = Int(repair.first - runStart) % layout.columns
                firstTime = arrival.time
                if stretch.index > 0, let origin {
                    return Self(origin: origin, lastHeld: order, time: arrival.time)
                }
            }
        }
        guard let origin else { return nil }
        let tick = WindowStretch.tick(from: firstTime + rowsOnlyTime)
        let isDue = since >= rowsOnlyArrivals && tick <= stretch.endTime
        return Self(
            origin: origin, lastHeld: stretch.arrivals.upperBound, time: isDue ? tick : stretch.endTime, isGuess: false)
    }
}
