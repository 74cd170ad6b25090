import Evidence
import NetworkFormats

extension MediaFlow {
    /// Whether a packet this far from the highest number belongs to the run without question.
    func isNear(_ distance: Int) -> Bool {
        distance > -parameters.maximumMisorder && distance < parameters.maximumDropout
    }

    /// Takes a packet of the run.
    mutating func accept(
        _ packet: SourcePacket, _ number: Int64, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        if packet.block != nil { recognize(packet, number, &store, &output) }
        state.run.last = packet.moment
        state.lastActivity = packet.moment.time
        if number == state.run.maximum + 1 {
            state.run.takeNext()
            take(number, packet, &store, &output)
        } else {
            acceptOutOfOrder(packet, number, &store, &output)
        }
    }

    private mutating func acceptOutOfOrder(
        _ packet: SourcePacket, _ number: Int64, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        let time = packet.moment.time
        if stage == .gathering, number < state.run.base,
            state.run.maximum - number >= Int64(HeldPackets.capacity)
        {
            decide(at: packet.moment, isFinal: true, &store, &output)
        }
        let slot = stage == .slots ? slots.slots.index(at: time) : gather.slot(at: time)
        let closed = stage == .slots ? slots.slots.closedThrough : gather.draft.slots.closedThrough
        let arrival = state.run.take(
            number, slot: slot, closedSlot: closed, basePackets: parameters.basePackets)
        switch arrival {
        case .next:
            take(number, packet, &store, &output)
        case .ahead(let first):
            miss(Hole(first: first, last: number - 1, slot: slot), shownBy: number, at: packet.moment, &output)
            take(number, packet, &store, &output)
        case .filled(let hole, let below):
            fill(number, packet, hole: hole, below: below, &store, &output)
        case .lowered(let from, let oldSlot):
            let floor = reach(down: number, packet, &store, &output)
            if max(number + 1, floor) < from {
                let hole = Hole(first: max(number + 1, floor), last: from - 1, slot: oldSlot)
                miss(hole, shownBy: number, at: packet.moment, &output)
            }
            takeBelow(number, packet, slot: oldSlot, isCharged: number < floor, &store, &output)
        case .duplicate:
            store.mark(packet.id, .duplicate)
        case .unknown:
            store.mark(packet.id, .late)
        }
    }

    /// Opens the windows of a code down to `number`; returns the number from which on missing ones are to be told of.
    private mutating func reach(
        down number: Int64, _ packet: SourcePacket, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) -> Int64 {
        switch stage {
        case .parity: parity.reach(down: number, packet, in: &state, &store, &output)
        case .block: blocks.reach(down: number, packet, in: &state, &store, &output)
        case .slots, .gathering: number
        }
    }

    /// Takes the packet that has just become the run's base.
    private mutating func takeBelow(
        _ number: Int64, _ packet: SourcePacket, slot: Int64, isCharged: Bool, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) {
        if isClosed(number, slot: slot) {
            // Its window was closed before anyone knew of it: it counts as missing there, then as late.
            jitter.add(packet.moment.time, timestamp: packet.timestamp)
            if !isCharged { state.charge(number) }
            state.takeLate(packet, &store)
        } else {
            take(number, packet, &store, &output)
        }
    }

    /// Takes the first arrival of a number that nothing was known of.
    private mutating func take(
        _ number: Int64, _ packet: SourcePacket, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        jitter.add(packet.moment.time, timestamp: packet.timestamp)
        state.lastSource = packet
        if number - state.cursor >= Int64(HeldPackets.capacity) - 1 || stage == .gathering {
            makeRoom(for: number, at: packet.moment, &store, &output)
        }
        switch stage {
        case .slots: slots.take(number, packet, in: &state, &store, &output)
        case .parity: parity.take(number, packet, in: &state, &store, &output)
        case .block: blocks.take(number, packet, in: &state, &store, &output)
        case .gathering: gather.take(number, packet, in: &state, &store, &output)
        }
        settle(number, packet, &store, &output)
    }

    private mutating func fill(
        _ number: Int64, _ packet: SourcePacket, hole: Hole, below: Int, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) {
        jitter.add(packet.moment.time, timestamp: packet.timestamp)
        state.lastSource = packet
        switch stage {
        case .slots: slots.fill(number, packet, hole: hole, below: below, in: &state, &store, &output)
        case .parity: parity.fill(number, packet, hole: hole, below: below, in: &state, &store, &output)
        case .block: blocks.fill(number, packet, hole: hole, below: below, in: &state, &store, &output)
        case .gathering: gather.fill(number, packet, hole: hole, below: below, in: &state, &store, &output)
        }
        settle(number, packet, &store, &output)
    }

    private mutating func settle(
        _ number: Int64, _ packet: SourcePacket, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        if stage == .gathering { decide(at: packet.moment, isFinal: false, &store, &output) }
        // Slots close at ticks only: until then a packet behind a gap makes nothing final.
        if state.waitingSince != nil, stage != .slots || state.cursor > number {
            drain(at: packet.moment, &store, &output)
        }
    }

    private mutating func miss(
        _ hole: Hole, shownBy number: Int64, at moment: Moment, _ output: inout WindowOutput
    ) {
        switch stage {
        case .slots: slots.miss(hole, shownBy: number, at: moment, in: &state, &output)
        case .parity: parity.miss(hole, shownBy: number, at: moment, in: &state, &output)
        case .block: blocks.miss(hole, shownBy: number, at: moment, in: &state, &output)
        case .gathering: gather.miss(hole, shownBy: number, at: moment, in: &state, &output)
        }
    }

    private func isClosed(_ number: Int64, slot: Int64) -> Bool {
        switch stage {
        case .slots: slots.isClosed(number, slot: slot)
        case .parity: parity.isClosed(number, slot: slot)
        case .block: blocks.isClosed(number, slot: slot)
        case .gathering: gather.isClosed(number, slot: slot)
        }
    }

    /// Makes sure that holding `number` overwrites nothing that is still needed.
    private mutating func makeRoom(
        for number: Int64, at moment: Moment, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        let capacity = Int64(HeldPackets.capacity)
        if stage == .gathering, number - max(gather.regionFirst, state.run.base) >= capacity {
            decide(at: moment, isFinal: true, &store, &output)
        }
        // Windows of a code are closed, and what they held is released, before the new packet is held.
        if stage == .slots || stage == .gathering, number - state.cursor >= capacity {
            state.force(
                below: number - capacity + 1, wholeHoles: stage == .slots, at: moment, store, &output)
        }
    }

    /// Releases what has become final.
    mutating func drain(at moment: Moment, _ store: inout DatagramStore, _ output: inout WindowOutput) {
        switch stage {
        case .slots: state.drain(slots, at: moment, store, &output)
        case .parity: state.drain(parity, at: moment, store, &output)
        case .block: state.drain(blocks, at: moment, store, &output)
        case .gathering: state.drain(gather, at: moment, store, &output)
        }
    }
}
