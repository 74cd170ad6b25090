import Evidence
import NetworkFormats

/// The windows of a media flow without repair packets: slots of time.
struct SlotScheme: WindowScheme {
    var slots: Slots

    init(_ parameters: ProtectionParameters) { slots = Slots(parameters) }

    mutating func take(
        _ number: Int64, _ packet: SourcePacket, in flow: inout FlowState, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) {
        slots.take(number, at: packet.moment.time, &flow.book, &output.closed)
        flow.place(number, packet, keeping: false, &output)
    }

    mutating func fill(
        _ number: Int64, _ packet: SourcePacket, hole: Hole, below: Int, in flow: inout FlowState,
        _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        if isClosed(number, slot: hole.slot) {
            flow.takeLate(packet, &store)
        } else {
            slots.refill(number, hole: hole, below: below, at: packet.moment.time, &flow.book, &output.closed)
            flow.place(number, packet, keeping: false, &output)
        }
    }

    mutating func miss(
        _ hole: Hole, shownBy number: Int64, at moment: Moment, in flow: inout FlowState,
        _ output: inout WindowOutput
    ) {
        slots.enter(moment.time, number, &flow.book, &output.closed)
        slots.miss(hole.length, first: hole.first, slot: hole.slot, &flow.book)
    }

    var closesWholeHoles: Bool { true }

    func isClosed(_ number: Int64, slot: Int64) -> Bool { slot <= slots.closedThrough }

    mutating func tick(
        at moment: Moment, in flow: inout FlowState, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        slots.tick(at: moment.time, &flow.book, &output.closed)
    }

    mutating func end(
        as outcome: WindowRecord.Outcome, at moment: Moment, in flow: inout FlowState,
        _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        slots.end(as: outcome, at: moment.time, &flow.book, &output.closed)
    }
}
