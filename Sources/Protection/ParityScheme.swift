import Evidence
import NetworkFormats
import Timing

/// The windows of a media flow protected by SMPTE 2022-1: blocks of L by D numbers, or single rows.
struct ParityScheme: WindowScheme {
    /// A window that still takes packets.
    struct OpenWindow: Sendable {
        var index: Int64
        var arrived: Int64 = 0
        var opened: StreamTime
        /// No datagram of the window is older.
        var oldest: PacketID
    }

    let grid: ParityGrid
    /// Numbers below belong to windows of an earlier window run.
    let regionFirst: Int64
    /// The window with the run's lowest number.
    private(set) var firstIndex: Int64
    /// The window with the number 0: the first one as it was known at the beginning.
    let originIndex: Int64
    /// The first window that was not opened yet.
    var nextIndex: Int64
    var open: [OpenWindow] = []
    /// The highest number of any closed window.
    var closedEnd: Int64
    /// Whether the window closed last failed only because the flow fell silent, as far as is known.
    var endsInTail = false
    /// No datagram of the window closed last is older; windows that do not fit the columns reach back that far.
    var trail = PacketID(serial: .max)

    /// Begins a window run with the window of `number`; numbers below `regionFirst` belong to an earlier one.
    init(_ grid: ParityGrid, regionFirst: Int64, from number: Int64) {
        self.grid = grid
        self.regionFirst = regionFirst
        firstIndex = grid.window(of: number)
        originIndex = firstIndex
        nextIndex = firstIndex
        closedEnd = max(regionFirst &- 1, grid.numbers(of: firstIndex).lowerBound - 1)
        if regionFirst == .min { closedEnd = grid.numbers(of: firstIndex).lowerBound - 1 }
    }

    /// The oldest datagram that may be needed.
    func oldestNeeded(_ repairs: RepairShelf) -> PacketID? {
        var oldest = repairs.oldest
        for window in open { oldest = min(oldest ?? window.oldest, window.oldest) }
        return grid.isAligned ? oldest : min(oldest ?? trail, trail)
    }

    var closesWholeHoles: Bool { false }

    func isClosed(_ number: Int64, slot: Int64) -> Bool {
        guard number >= regionFirst else { return true }
        let index = grid.window(of: number)
        return index < nextIndex && !open.contains { $0.index == index }
    }

    mutating func take(
        _ number: Int64, _ packet: SourcePacket, in flow: inout FlowState, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) {
        let index = window(of: number)
        if endsInTail {
            // The flow goes on, so the window did lose packets.
            endsInTail = false
            flow.book.windows.tail -= 1
        }
        if index >= nextIndex {
            advance(to: index, packet, in: &flow, &store, &output)
            // The ring has room for three windows: what they no longer need leaves before the new packet enters.
            if flow.cursor < number { flow.drain(self, at: packet.moment, store, &output) }
        }
        flow.place(number, packet, keeping: true, &output)
        guard number >= regionFirst, let place = open.lastIndex(where: { $0.index == index }) else { return }
        open[place].arrived += 1
        if open[place].arrived == grid.size {
            close(at: place, packet.moment, before: packet.id, in: &flow, &store, &output)
        }
    }

    /// Opens the windows below the first one down to that of `number`, which has become the run's base, and closes again
    /// those that two others followed.
    ///
    /// Returns the number from which on missing ones are still to be told of.
    mutating func reach(
        down number: Int64, _ packet: SourcePacket, in flow: inout FlowState, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) -> Int64 {
        let index = grid.window(of: number)
        guard number >= regionFirst, index < firstIndex else { return number }
        let floor = grid.numbers(of: firstIndex).lowerBound
        let below = (index..<firstIndex).map {
            OpenWindow(index: $0, opened: packet.moment.time, oldest: packet.id)
        }
        open.insert(contentsOf: below, at: 0)
        firstIndex = index
        while let oldest = open.first, oldest.index < nextIndex - 2 {
            close(at: 0, packet.moment, before: packet.id, in: &flow, &store, &output)
        }
        return floor
    }

    mutating func fill(
        _ number: Int64, _ packet: SourcePacket, hole: Hole, below: Int, in flow: inout FlowState,
        _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        if isClosed(number, slot: hole.slot) {
            flow.takeLate(packet, &store)
        } else {
            take(number, packet, in: &flow, &store, &output)
        }
    }

    mutating func miss(
        _ hole: Hole, shownBy number: Int64, at moment: Moment, in flow: inout FlowState,
        _ output: inout WindowOutput
    ) {
        guard hole.first <= closedEnd else { return }
        for number in hole.first...min(hole.last, closedEnd) where isClosed(number, slot: hole.slot) {
            flow.charge(number)
        }
    }

    mutating func tick(
        at moment: Moment, in flow: inout FlowState, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        guard moment.time - flow.lastActivity >= flow.parameters.silence else { return }
        while !open.isEmpty { close(at: 0, moment, before: store.next, in: &flow, &store, &output) }
    }

    mutating func end(
        as outcome: WindowRecord.Outcome, at moment: Moment, in flow: inout FlowState,
        _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        while let window = open.first {
            let isLast = window.index == nextIndex - 1
            close(at: 0, moment, before: store.next, as: isLast ? outcome : nil, in: &flow, &store, &output)
        }
    }

    /// Ends the run of windows before `number`: a window that it cuts is partial, and later ones never were.
    mutating func end(
        before number: Int64, at moment: Moment, in flow: inout FlowState, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) {
        while let window = open.first {
            let numbers = grid.numbers(of: window.index)
            if numbers.lowerBound >= number {
                open.removeFirst()
            } else {
                let isCut = numbers.upperBound >= number
                close(
                    at: 0, moment, before: store.next, as: isCut ? .partial : nil, below: number, in: &flow, &store,
                    &output)
            }
        }
    }

    private func window(of number: Int64) -> Int64 {
        if let newest = open.last, grid.numbers(of: newest.index).contains(number) { return newest.index }
        return grid.window(of: number)
    }

    private mutating func advance(
        to index: Int64, _ packet: SourcePacket, in flow: inout FlowState, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) {
        while nextIndex <= index {
            open.append(OpenWindow(index: nextIndex, opened: packet.moment.time, oldest: packet.id))
            nextIndex += 1
            while let oldest = open.first, oldest.index < nextIndex - 2 {
                close(at: 0, packet.moment, before: packet.id, in: &flow, &store, &output)
            }
        }
    }
}
