import Evidence
import NetworkFormats
import Timing
import VenueWire

/// The windows of a media flow protected by a Reed-Solomon code: source blocks of RFC 6865, or those of the carriers' code.
///
/// Windows follow each other without overlapping, each with the numbers from its first source packet up to the next
/// window's. A source packet's payload ID says which window it belongs to; a packet without one goes by its number.
struct BlockScheme: WindowScheme {
    /// So many of the last windows are remembered (definitions B6: packets of older ones begin a new window run).
    static let memory: Int64 = 64
    /// So far ahead windows may be skipped in one step (definitions B6).
    static let reach = 1_000
    /// Longer windows say nothing of where packets lie: no code of 8-bit symbols has them, and one packet would pass
    /// millions of numbers.
    static let placingLimit = 255
    /// So many whole windows wait for a repair packet that shows the code's points.
    static let proofLimit = 2
    /// Windows ahead of all source packets that repair packets may open: as many as source packets may skip.
    static let repairReach = Int64(reach)

    /// Whether the windows are those of the carriers' code.
    let isCarrier: Bool
    /// Numbers below belong to windows of an earlier window run.
    let regionFirst: Int64
    /// The window with the run's lowest number.
    var firstIndex: Int64
    /// The number with which it begins.
    var firstNumber: Int64
    /// The window with the number 0: the first one as it was known at the beginning.
    let originIndex: Int64
    /// The highest window opened.
    var lastIndex: Int64
    /// The number with which the window after it begins.
    var nextFirst: Int64
    /// Source packets of it.
    var lastK: Int
    /// The highest window that a source packet belongs to.
    var newestIndex: Int64
    var open: [BlockWindow] = []
    var symbols: [BlockSymbol] = []
    /// Windows below the run's first one of which repair packets came in time, newest last.
    ///
    /// A reordered source packet may yet show that the run began there.
    var early: [BlockWindow] = []
    /// Repair packets up to this one came before anything could close their windows.
    let beginning: PacketID
    /// What is known of the last windows, by the low bits of their numbers; empty before the first.
    var memories: [BlockMemory] = []
    /// The last windows that arrived whole, while the code's points are not known: repair packets come after their window.
    var proofs: [BlockWindow] = []
    /// The highest number of any closed window.
    var closedEnd: Int64
    /// Whether the window closed last failed only because the flow fell silent, as far as is known.
    var endsInTail = false
    /// The most repair packets seen in one window of the window run.
    var mostRepairs = 0
    /// The most repair packets that a window has, by the highest encoding symbol ID or as the carrier's packets say.
    var repairPlaces = 0

    /// Begins a window run with the window of `number`, where window `index` begins at `first` and all are of `k` packets;
    /// numbers below `regionFirst` belong to an earlier run.
    ///
    /// Repair packets up to `beginning` were in time.
    init(
        isCarrier: Bool, index: Int64, first: Int64, k: Int, regionFirst: Int64, from number: Int64,
        beginning: PacketID = PacketID(serial: 0)
    ) {
        self.isCarrier = isCarrier
        self.regionFirst = regionFirst
        self.beginning = beginning
        let size = Int64(max(1, k))
        let steps = (number - first).flooredQuotient(size)
        firstIndex = index + steps
        originIndex = firstIndex
        lastIndex = firstIndex - 1
        newestIndex = lastIndex
        nextFirst = first + steps * size
        firstNumber = nextFirst
        lastK = k
        closedEnd = max(nextFirst, regionFirst) - 1
    }

    /// The oldest datagram that may be needed.
    var oldestNeeded: PacketID? {
        var oldest: PacketID?
        for window in open { oldest = min(oldest ?? window.oldest, window.oldest) }
        for window in proofs { oldest = min(oldest ?? window.oldest, window.oldest) }
        if let symbol = symbols.first { oldest = min(oldest ?? symbol.id, symbol.id) }
        return oldest
    }

    var closesWholeHoles: Bool { false }

    func isClosed(_ number: Int64, slot: Int64) -> Bool {
        guard number >= regionFirst else { return true }
        guard number < nextFirst else { return false }
        return !open.contains { $0.takes(number) }
    }

    mutating func take(
        _ number: Int64, _ packet: SourcePacket, in flow: inout FlowState, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) {
        if endsInTail {
            // The flow goes on, so the window did lose packets.
            endsInTail = false
            flow.book.windows.tail -= 1
        }
        if number >= nextFirst {
            advance(to: number, packet, in: &flow, &store, &output)
            // What closed windows no longer need leaves the ring before the new packet enters.
            if flow.cursor < number { flow.drain(self, at: packet.moment, store, &output) }
        }
        // Only windows beyond all limits are longer than the ring: their packets go on without those that are missing.
        let capacity = Int64(HeldPackets.capacity)
        if number - flow.cursor >= capacity {
            flow.force(below: number - capacity + 1, wholeHoles: false, at: packet.moment, store, &output)
        }
        flow.place(number, packet, keeping: true, &output)
        guard number >= regionFirst, let place = open.lastIndex(where: { $0.takes(number) }) else { return }
        count(number, packet, at: place, in: &flow, &store, &output)
    }

    private mutating func count(
        _ number: Int64, _ packet: SourcePacket, at place: Int, in flow: inout FlowState,
        _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        if open[place].index > newestIndex {
            newestIndex = open[place].index
            closeFollowed(packet, in: &flow, &store, &output)
            // Windows before it may be gone.
            guard let place = open.lastIndex(where: { $0.takes(number) }) else { return }
            return count(number, packet, at: place, in: &flow, &store, &output)
        }
        open[place].taken += 1
        if packet.isTruncated { open[place].isTruncated = true }
        if packet.id < open[place].oldest { open[place].oldest = packet.id }
        if number < open[place].first + Int64(open[place].k) {
            open[place].arrived += 1
            if number == open[place].first { open[place].hasFirst = true }
        }
        if open[place].arrived == open[place].k {
            close(at: place, packet.moment, in: &flow, &store, &output)
        }
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
        forgetEarly()
        while !open.isEmpty { close(at: 0, moment, in: &flow, &store, &output) }
    }

    /// At the end of the analysis a last window of which repair packets came had all been sent: it falls into a class.
    mutating func end(
        as outcome: WindowRecord.Outcome, at moment: Moment, in flow: inout FlowState,
        _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        while let window = open.first {
            let isKnown = window.index != lastIndex || outcome == .open && window.repairs > 0
            close(at: 0, moment, as: isKnown ? nil : outcome, in: &flow, &store, &output)
        }
        proofs.removeAll()
        forgetEarly()
    }

    /// Ends the run of windows before `number`: a window that it cuts is partial, and later ones never were.
    mutating func end(
        before number: Int64, at moment: Moment, in flow: inout FlowState, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) {
        forgetEarly()
        while let window = open.first {
            if window.first >= number {
                open.removeFirst()
            } else {
                close(
                    at: 0, moment, as: window.end > number ? .partial : nil, below: number,
                    in: &flow, &store, &output)
            }
        }
    }
}
