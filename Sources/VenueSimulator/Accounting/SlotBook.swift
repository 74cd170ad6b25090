import Timing

/// The slots of one stretch of an unprotected channel.
struct SlotBook {
    private struct Slot {
        var kept = 0
        var charged = 0
        var lowest = Int.max
        var highest = Int.min
    }

    /// The length of a slot.
    static let length: Int64 = 500_000_000
    /// How long after its end a slot closes.
    static let grace: Int64 = 200_000_000

    private let decided: Int64
    private let first: Int64
    private var slots: [Slot]
    private var nextSeen: [Int64]

    /// No slots yet; `first` and `last` are the stretch's first and last source arrivals, and `decided` is when it was
    /// known that there is no protection.
    init(first: Int64, last: Int64, decided: Int64) {
        self.decided = decided
        self.first = first / Self.length
        let count = Int(last / Self.length - self.first) + 1
        slots = Array(repeating: Slot(), count: count)
        nextSeen = Array(repeating: .max, count: count)
    }

    /// The slot, counted from the first, of an arrival at `time`.
    func slot(at time: Int64) -> Int { Int(time / Self.length - first) }

    /// The tick that closes `slot`.
    func closing(of slot: Int) -> Int64 {
        WindowStretch.tick(from: (first + Int64(slot) + 1) * Self.length + Self.grace)
    }

    /// Counts one more packet, which arrived at `time`.
    mutating func keep(at time: Int64, number: Int?) {
        let here = slot(at: time)
        slots[here].kept += 1
        if let number { belong(number, to: here) }
        guard slots[here].kept == 1 else { return }
        var before = here - 1
        while before >= 0, nextSeen[before] == .max {
            nextSeen[before] = time
            before -= 1
        }
    }

    /// Counts one more packet that `slot` lacks.
    mutating func charge(_ slot: Int, number: Int?) {
        slots[slot].charged += 1
        if let number { belong(number, to: slot) }
    }

    private mutating func belong(_ number: Int, to slot: Int) {
        slots[slot].lowest = min(slots[slot].lowest, number)
        slots[slot].highest = max(slots[slot].highest, number)
    }

    /// The windows of the stretch, from its first to its last slot with packets; numbers count from `base`.
    func windows(of stretch: WindowStretch, base: Int) -> [WindowTruth] {
        var previous = 0
        let last = slots.lastIndex { $0.kept > 0 } ?? 0
        return slots.indices.prefix(last + 1).map { index in
            let slot = slots[index]
            let isEmpty = slot.kept + slot.charged == 0
            let k = isEmpty ? previous : slot.kept + slot.charged
            let d = isEmpty ? previous : slot.charged
            previous = k
            var outcome: WindowTruth.Outcome = d == 0 ? .noLoss : .recoveryFailed
            if index == 0 { outcome = .partial }
            if index == last { outcome = stretch.end == .finish ? .open : .partial }
            let closed = min(stretch.endTime, closing(of: index))
            let known = min(stretch.endTime, max(closed, nextSeen[index], decided))
            return WindowTruth(
                id: first + Int64(index), run: stretch.index,
                firstNumber: slot.lowest <= slot.highest ? Int64(slot.lowest - base) : nil,
                lastNumber: slot.lowest <= slot.highest ? Int64(slot.highest - base) : nil, k: k, d: d, recovered: 0,
                outcome: outcome, closed: StreamTime(nanoseconds: closed), known: StreamTime(nanoseconds: known))
        }
    }
}
