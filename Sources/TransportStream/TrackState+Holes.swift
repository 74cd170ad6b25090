import Timing

extension TrackState {
    /// Learns that packets of its PID are missing; `endsStuffed` tells how the last one before them looked.
    mutating func lose(endsStuffed: Bool) {
        isHolePending = true
        isReadingHeader = false
        guard isOpen, !isSealed else { return }
        if endsStuffed || remaining == 0 {
            isSealed = true
        } else {
            isDamaged = true
            scanner.abandon()
        }
    }

    /// Takes the first packet after a hole that may hide whole turns of the counter.
    mutating func resume(startsUnit: Bool, endsStuffed: Bool) {
        guard isOpen, !isSealed, !isDamaged else { return }
        let wasWhole = endsStuffed || remaining == 0
        if startsUnit {
            isDamaged = !wasWhole
        } else if wasWhole {
            lose(endsStuffed: true)
        } else {
            isSuspect = true
        }
    }

    /// Settles what a hole cost, when a unit begins at `dts`; `holes` counts the holes that may hide whole turns of the counter.
    ///
    /// Units count from the first one whose beginning came: what a hole before it took cannot be told from what
    /// was before the stream was joined.
    mutating func settle(dts: Int64, timeBase: UInt32, holes: UInt64) {
        defer {
            isHolePending = false
            isHeadless = false
            holeMark = holes
        }
        guard let previous else { return }
        guard isHolePending || holeMark != holes else {
            guard previous.timeBase == timeBase else { return }
            cadence.observe(dts &- previous.dts)
            if !unsettled.isEmpty, cadence.duration != nil { settleKept() }
            return
        }
        guard codec.kind == .video else { return }
        // A unit that was sealed was whole, so that what is missing belongs to others.
        let atLeast = isHeadless || isHolePending && isSealed ? 1 : 0
        guard let step = step(from: previous, to: dts, timeBase) else {
            lost += atLeast
            return
        }
        let isCut = isSuspect || !isSealed && !isEndSeen && remaining != 0
        guard cadence.duration != nil else {
            if unsettled.count < Self.unsettledLimit {
                unsettled.append(
                    UnsettledHole(
                        step: step, atLeast: isDamaged ? 0 : atLeast, isSuspect: isOpen && !isDamaged && isCut))
            } else {
                lost += atLeast
            }
            return
        }
        let missing = cadence.missing(in: step)
        if isOpen, missing == 0 ? atLeast > 0 : isCut { isDamaged = true }
        lost += isOpen ? missing : max(missing, atLeast)
    }

    /// Units that are missing as far as is known now: a duration that is not certain yet is better than none.
    var missing: Int {
        var best = cadence
        if let shortest = unsettled.lazy.map(\.step).filter({ $0 > 0 }).min(), !best.isBegun { best.observe(shortest) }
        return lost + unsettled.reduce(0) { $0 + $1.missing(best) }
    }

    private mutating func settleKept() {
        lost = missing
        unsettled.removeAll()
    }

    /// From one DTS to the next; nil where the clock was set anew, unless it seems to have gone on.
    private func step(
        from previous: (dts: Int64, timeBase: UInt32, time: StreamTime), to dts: Int64, _ timeBase: UInt32
    ) -> Int64? {
        let step = dts &- previous.dts
        guard previous.timeBase != timeBase else { return step }
        let circle: Int64 = 1 << 33
        let wrapped = ((step % circle) + circle) % circle
        return wrapped > 0 && wrapped <= Self.stepLimit ? wrapped : nil
    }
}
