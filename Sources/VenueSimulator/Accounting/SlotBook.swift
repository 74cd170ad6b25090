import Timing

/// The slots of one stretch of an unprotected channel.
struct SlotBook {
    private struct Slot {
        var kept = 0
        var charged = 0
        var lowest = Int.max
        var highest = Int.min
        var isTouched = false
    }

    /// The length of a slot.
    static let length: Int64 = 500_000_000
    /// How long after its end a slot closes.
    static let grace: Int64 = 200_000_000

    private let decided: Int64?
    private let first: Int64
    private var slots: [Slot]
    private var nextSeen: [Int64]

    /// No slots yet; `first` and `last` are the stretch's first and last source arrivals, and `decided` is when it was
    /// known that there is no protection.
    init(first: Int64, last: Int64, decided: Int64?) {
        self.decided = decided
        self.first = first / Self.length
        let count = Int(last / Self.length - self.first) + 1
        slots = Array(repeating: Slot(), count: count)
        nextSeen = Array(repeating: .max, count: count)
    }

    /// The slot, counted from the first, of an arrival at `time`.
    func slot(at time: Int64) -> Int { Int(time / Self.length - first) }

    /// The tick that closes `slot`; nil when everything is held to the end.
    func closing(of slot: Int) -> Int64? {
        decided.map { WindowStretch.tick(from: max((first + Int64(slot) + 1) * Self.length + Self.grace, $0)) }
    }

    /// Notes a source arrival at `time`, whatever it brings.
    mutating func touch(at time: Int64) {
        let here = slot(at: time)
        guard !slots[here].isTouched else { return }
        slots[here].isTouched = true
        var before = here - 1
        while before >= 0, nextSeen[before] == .max {
            nextSeen[before] = time
            before -= 1
        }
    }

    /// Counts one more packet that arrived in `slot`.
    mutating func keep(in slot: Int, number: Int?) {
        slots[slot].kept += 1
        if let number { belong(number, to: slot) }
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

    /// The windows of the stretch; numbers count from `base`.
    func windows(of stretch: WindowStretch, base: Int, corners: inout Set<ChannelTruth.Corner>) -> [WindowTruth] {
        var previous = 0
        return slots.indices.map { index in
            let slot = slots[index]
            var k = slot.kept + slot.charged
            var d = slot.charged
            if !slot.isTouched {
                k = previous
                d = previous
            } else if slot.kept == 0 {
                corners.insert(.slotWithoutNewPackets)
            }
            previous = k
            var outcome: WindowTruth.Outcome = d == 0 ? .noLoss : .recoveryFailed
            if index == 0 { outcome = .partial }
            if index == slots.count - 1 { outcome = stretch.end == .finish ? .open : .partial }
            let closed = min(stretch.endTime, max(closing(of: index) ?? .max, nextSeen[index]))
            let hasNumbers = slot.lowest <= slot.highest
            return WindowTruth(
                id: first + Int64(index), run: stretch.index, firstNumber: hasNumbers ? Int64(slot.lowest - base) : nil,
                lastNumber: hasNumbers ? Int64(slot.highest - base) : nil, k: k, d: d, recovered: 0, outcome: outcome,
                closed: StreamTime(nanoseconds: closed))
        }
    }
}
