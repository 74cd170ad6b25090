/// The rules of slots written down as plainly as can be, for one run of at least two slots.
struct SlotModel {
    struct Window: Equatable {
        var slot: Int
        var k: Int
        var d: Int
        var outcome: String
    }

    private var slotOf: [Int: Int] = [:]
    private var chargedTo: [Int: Int] = [:]
    private var closedThrough = Int.min
    private(set) var received: Set<Int> = []
    private(set) var late = 0
    private(set) var duplicates = 0
    private(set) var base = Int.max
    private(set) var maximum = Int.min

    /// The slot of a missing number: that in which the next higher one arrived.
    private func slot(ofMissing number: Int) -> Int? {
        var next = number + 1
        while next <= maximum {
            if let slot = slotOf[next] { return slot }
            next += 1
        }
        return nil
    }

    mutating func source(_ number: Int, at milliseconds: Double) {
        guard received.insert(number).inserted else {
            duplicates += 1
            return
        }
        base = min(base, number)
        maximum = max(maximum, number)
        if chargedTo[number] != nil { late += 1 } else { slotOf[number] = Int(milliseconds / 500) }
    }

    mutating func tick(at milliseconds: Int) {
        closedThrough = (milliseconds - 200) / 500 - 1
        guard base <= maximum else { return }
        for number in base...maximum where slotOf[number] == nil && chargedTo[number] == nil {
            if let slot = slot(ofMissing: number), slot <= closedThrough { chargedTo[number] = slot }
        }
    }

    /// Every slot of the run at its end.
    func windows() -> [Window] {
        var lost: [Int: Int] = [:]
        for number in base...maximum where slotOf[number] == nil {
            if let slot = chargedTo[number] ?? slot(ofMissing: number) { lost[slot, default: 0] += 1 }
        }
        let counts = Dictionary(grouping: slotOf.values, by: { $0 }).mapValues(\.count)
        guard let first = counts.keys.min(), let last = counts.keys.max() else { return [] }
        var previous = 0
        return (first...last).map { slot in
            let isSilent = counts[slot] == nil
            let d = isSilent ? previous : lost[slot] ?? 0
            let k = isSilent ? previous : (counts[slot] ?? 0) + d
            previous = k
            let outcome = slot == last ? "open" : slot == first ? "partial" : d == 0 ? "noLoss" : "recoveryFailed"
            return Window(slot: slot, k: k, d: d, outcome: outcome)
        }
    }

    var lost: Int { maximum - base + 1 - received.count }
    var unrecovered: Int { (base...maximum).filter { slotOf[$0] == nil }.count }
    var inTime: Set<Int> { Set(slotOf.keys) }
}
