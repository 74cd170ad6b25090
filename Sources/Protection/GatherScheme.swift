import Evidence
import NetworkFormats
import Timing

/// A media flow whose protection is not known yet: everything is held, and nothing is closed.
///
/// Slots are kept as a draft, so that a flow that turns out to be unprotected looks as if that had been known from its
/// first packet on.
struct GatherScheme: WindowScheme {
    /// What a flow turned out to be.
    enum Decision: Sendable {
        case slots
        case parity(ParityGrid)
    }

    /// Numbers below belong to windows of an earlier window run.
    let regionFirst: Int64
    /// The oldest datagram that may be needed.
    let anchor: PacketID
    private let started: StreamTime
    private var packets = 0
    private(set) var draft: SlotScheme
    private(set) var draftOutput = WindowOutput()
    private(set) var draftBook = WindowBook()
    private(set) var draftLate: [PacketID] = []
    private var alignment: GridAlignment?
    private var row: (number: Int64, length: Int64)?
    private var rowSince = StreamTime(nanoseconds: 0)
    private var rowPackets = 0
    /// Whether an earlier run showed that there are rows only: a scheme stays known, only alignment is learned anew.
    private let isRowsOnly: Bool

    init(
        _ parameters: ProtectionParameters, from number: Int64, at moment: Moment, anchor: PacketID, windowRun: Int,
        isRowsOnly: Bool = false
    ) {
        self.isRowsOnly = isRowsOnly
        regionFirst = number
        self.anchor = anchor
        started = moment.time
        draft = SlotScheme(parameters)
        draftBook.windowRun = windowRun
    }

    /// Whether no repair packet was seen yet.
    var isUnprotected: Bool { alignment == nil && row == nil }

    /// Whether a row was seen that belongs to the columns' grid.
    var hasMatchingRow: Bool { row != nil && row?.length == alignment?.columns }

    /// The slot that a packet belongs to in the draft.
    func slot(at time: StreamTime) -> Int64 { draft.slots.index(at: time) }

    /// Learns of a column repair packet; false when it belongs to another grid than the columns before.
    mutating func add(column number: Int64, columns: Int, rows: Int) -> Bool {
        if alignment == nil {
            alignment = GridAlignment(columns: columns, rows: rows, first: number)
            if let row, row.length == Int64(columns) { alignment?.add(row: row.number) }
        } else if alignment?.matches(columns: columns, rows: rows) == true {
            alignment?.add(column: number)
        } else {
            return false
        }
        return true
    }

    /// Learns of a row repair packet.
    mutating func add(row number: Int64, length: Int, at moment: Moment) {
        if row == nil { rowSince = moment.time }
        row = (number, Int64(length))
        if let alignment, alignment.columns == Int64(length) { self.alignment?.add(row: number) }
    }

    /// What the flow is, once that is known; `isFinal` when there is nothing to wait for any more.
    func decision(at time: StreamTime, isFinal: Bool, _ parameters: ProtectionParameters) -> Decision? {
        if let alignment {
            guard isFinal || alignment.isDecided || alignment.isExhausted else { return nil }
            return .parity(alignment.grid)
        }
        if let row {
            let isDue = time - rowSince >= parameters.decisionTime && rowPackets >= parameters.rowsOnlyPackets
            guard isFinal || isDue || isRowsOnly else { return nil }
            return .parity(ParityGrid(columns: row.length, rows: 1, origin: row.number, hasColumns: false))
        }
        let isDue = time - started >= parameters.decisionTime && packets >= parameters.decisionPackets
        return isFinal || isDue ? .slots : nil
    }

    mutating func take(
        _ number: Int64, _ packet: SourcePacket, in flow: inout FlowState, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) {
        count()
        if isUnprotected { draft.slots.take(number, at: packet.moment.time, &draftBook, &draftOutput.closed) }
        flow.place(number, packet, keeping: true, &output)
    }

    mutating func fill(
        _ number: Int64, _ packet: SourcePacket, hole: Hole, below: Int, in flow: inout FlowState,
        _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        guard number >= regionFirst else { return flow.takeLate(packet, &store) }
        count()
        var state = HeldPackets.State.arrived
        if isUnprotected {
            if draft.isClosed(number, slot: hole.slot) {
                draftBook.late += 1
                draftLate.append(packet.id)
                state = .provisional
            } else {
                let time = packet.moment.time
                draft.slots.refill(number, hole: hole, below: below, at: time, &draftBook, &draftOutput.closed)
            }
        }
        flow.place(number, packet, state, keeping: true, &output)
    }

    mutating func miss(
        _ hole: Hole, shownBy number: Int64, at moment: Moment, in flow: inout FlowState,
        _ output: inout WindowOutput
    ) {
        if hole.first < regionFirst {
            for number in hole.first...min(hole.last, regionFirst - 1) { flow.charge(number) }
        }
        guard isUnprotected else { return }
        draft.slots.enter(moment.time, number, &draftBook, &draftOutput.closed)
        draft.slots.miss(hole.length, first: hole.first, slot: hole.slot, &draftBook)
    }

    var closesWholeHoles: Bool { false }

    func isClosed(_ number: Int64, slot: Int64) -> Bool { number < regionFirst }

    mutating func tick(
        at moment: Moment, in flow: inout FlowState, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        if isUnprotected { draft.slots.tick(at: moment.time, &draftBook, &draftOutput.closed) }
    }

    /// A flow is decided before its windows end, so there is nothing to close.
    mutating func end(
        as outcome: WindowRecord.Outcome, at moment: Moment, in flow: inout FlowState,
        _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {}

    private mutating func count() {
        packets += 1
        if row != nil { rowPackets += 1 }
        if alignment != nil { alignment?.packets += 1 }
    }
}
