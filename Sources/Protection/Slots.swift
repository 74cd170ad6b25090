import Timing

/// Windows of time for flows without repair packets: slots of equal length on the grid of stream time.
///
/// Only a slot followed by a packet in a later slot falls into a class: the last slot of a run never does, and neither do
/// the empty slots behind it.
struct Slots: Sendable {
    struct Slot: Sendable {
        var index: Int64
        var received = 0
        var lost = 0
        var first: Int64
        var last: Int64
        /// When it closed, once it has.
        var closed: StreamTime?
    }

    private let length: Int64
    private let grace: StreamDuration
    private(set) var earlier: [Slot] = []
    private(set) var current = Slot(index: .min, first: 0, last: -1)
    /// The current slot's end in nanoseconds; packets before it belong to the current slot.
    private var currentEnd = Int64.min
    private(set) var firstIndex = Int64.min
    private var previousK = 0
    /// The last slot that takes no more.
    private(set) var closedThrough = Int64.min

    init(_ parameters: ProtectionParameters) {
        length = parameters.slotLength.nanoseconds
        grace = max(.zero, parameters.slotGrace)
    }

    /// Whether no packet was taken yet.
    var isEmpty: Bool { firstIndex == .min }

    /// The slot that a packet arriving at `time` belongs to.
    func index(at time: StreamTime) -> Int64 {
        time.nanoseconds < currentEnd ? current.index : time.nanoseconds.flooredQuotient(length)
    }

    /// Makes the slot of `time` the current one.
    mutating func enter(_ time: StreamTime, _ number: Int64, _ book: inout WindowBook, _ records: inout [WindowRecord])
    {
        if time.nanoseconds >= currentEnd { open(time, number, &book, &records) }
    }

    /// Counts a packet that arrived in time.
    mutating func take(_ number: Int64, at time: StreamTime, _ book: inout WindowBook, _ records: inout [WindowRecord])
    {
        if time.nanoseconds >= currentEnd { open(time, number, &book, &records) }
        current.received += 1
        if number > current.last { current.last = number } else if number < current.first { current.first = number }
    }

    /// Charges `count` missing numbers, the lowest of them `first`, to the slot in which the next higher one arrived.
    mutating func miss(_ count: Int, first: Int64, slot: Int64, _ book: inout WindowBook) {
        if slot <= closedThrough {
            book.unrecovered += count
        } else {
            change(slot, by: count, first: first)
        }
    }

    /// Takes a missing number back that arrived in time; what lies below it in its hole now belongs to this slot, in
    /// which its next higher number has just arrived.
    mutating func refill(
        _ number: Int64, hole: Hole, below: Int, at time: StreamTime, _ book: inout WindowBook,
        _ records: inout [WindowRecord]
    ) {
        change(hole.slot, by: -1 - below, first: .max)
        take(number, at: time, &book, &records)
        if below > 0 { miss(below, first: hole.first, slot: index(at: time), &book) }
    }

    private mutating func change(_ slot: Int64, by count: Int, first: Int64) {
        if slot == current.index {
            current.lost += count
            current.first = min(current.first, first)
        } else if let place = earlier.lastIndex(where: { $0.index == slot }) {
            earlier[place].lost += count
            earlier[place].first = min(earlier[place].first, first)
        }
    }

    /// Closes the slots whose time is over.
    mutating func tick(at time: StreamTime, _ book: inout WindowBook, _ records: inout [WindowRecord]) {
        guard !isEmpty else { return }
        closedThrough = max(closedThrough, (time - grace).nanoseconds.flooredQuotient(length) - 1)
        while let oldest = earlier.first, oldest.index <= closedThrough {
            earlier.removeFirst()
            book.unrecovered += oldest.lost
            tell(oldest, at: time, &book, &records)
        }
        if current.index <= closedThrough, current.closed == nil {
            current.closed = time
            book.unrecovered += current.lost
        }
    }

    /// Ends the run of windows; the last slot gets `outcome`.
    mutating func end(
        as outcome: WindowRecord.Outcome, at time: StreamTime, _ book: inout WindowBook,
        _ records: inout [WindowRecord]
    ) {
        guard !isEmpty else { return }
        for slot in earlier {
            book.unrecovered += slot.lost
            tell(slot, at: time, &book, &records)
        }
        if current.closed == nil { book.unrecovered += current.lost }
        tell(current, at: current.closed ?? time, as: outcome, &book, &records)
        earlier.removeAll(keepingCapacity: true)
        current = Slot(index: .min, first: 0, last: -1)
        currentEnd = .min
        firstIndex = .min
        previousK = 0
        closedThrough = .min
    }

    private mutating func open(
        _ time: StreamTime, _ number: Int64, _ book: inout WindowBook, _ records: inout [WindowRecord]
    ) {
        let index = time.nanoseconds.flooredQuotient(length)
        if isEmpty {
            firstIndex = index
        } else {
            // Only a clock at the very end of its range stands still here.
            guard index > current.index else { return }
            if let closed = current.closed {
                tell(current, at: closed, &book, &records)
            } else {
                earlier.append(current)
            }
            fillEmpty((current.index + 1)..<index, after: current.last, &book, &records)
        }
        current = Slot(index: index, first: number, last: number)
        currentEnd = start(of: index + 1).nanoseconds
    }

    private mutating func fillEmpty(
        _ indices: Range<Int64>, after last: Int64, _ book: inout WindowBook, _ records: inout [WindowRecord]
    ) {
        for index in indices {
            let slot = Slot(index: index, first: last + 1, last: last)
            if index <= closedThrough {
                tell(slot, at: closingTick(of: index), &book, &records)
            } else {
                earlier.append(slot)
            }
        }
    }

    /// The first tick at which a slot is over, its grace included.
    private func closingTick(of index: Int64) -> StreamTime {
        let end = start(of: index + 1) + grace
        let down = end.roundedDown(to: StreamTime.tick)
        return down < end ? down + StreamTime.tick : down
    }

    func start(of index: Int64) -> StreamTime {
        let (start, overflow) = index.multipliedReportingOverflow(by: length)
        return StreamTime(nanoseconds: overflow ? (index < 0 ? .min : .max) : start)
    }

    private mutating func tell(
        _ slot: Slot, at time: StreamTime, as ending: WindowRecord.Outcome? = nil, _ book: inout WindowBook,
        _ records: inout [WindowRecord]
    ) {
        let isSilent = slot.received == 0 && slot.lost == 0
        let k = isSilent ? previousK : slot.received + slot.lost
        let d = isSilent ? previousK : slot.lost
        previousK = k
        let outcome = ending ?? (slot.index == firstIndex ? .partial : d == 0 ? .noLoss : .recoveryFailed)
        book.close(
            WindowRecord(
                run: book.windowRun, id: slot.index - firstIndex, k: k, d: d, firstNumber: slot.first,
                lastNumber: slot.last, opened: start(of: slot.index), closed: time, outcome: outcome),
            into: &records)
    }
}
