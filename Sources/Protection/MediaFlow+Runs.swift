import Evidence
import NetworkFormats
import Timing

extension MediaFlow {
    /// Begins a run with its first packet.
    mutating func begin(
        _ packet: SourcePacket, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        hasRun = true
        state.runNumber += 1
        let oldest = min(strays.first?.id ?? packet.id, blockStrays.first?.id ?? packet.id, packet.id)
        if stage != .slots { gatherAnew(from: .min, at: packet.moment, anchor: oldest) }
        let slot = stage == .slots ? slots.slots.index(at: packet.moment.time) : gather.slot(at: packet.moment.time)
        state.begin(packet, slot: slot)
        jitter.restart()
        jitter.add(packet.moment.time, timestamp: packet.timestamp)
        if stage == .slots {
            slots.take(state.run.base, packet, in: &state, &store, &output)
        } else {
            state.isHolding = parameters.startHold > .zero
            // Repair packets that came before it may already tell where its window begins, and where that ends if they
            // contradict each other: it must not be missing there.
            state.place(state.run.base, packet, keeping: true, &output)
            takeStrays(before: packet.id, &store, &output)
            takeBlockStrays(before: packet.id, &store, &output)
            if stage == .gathering { recognize(packet, state.run.base, &store, &output) }
            switch stage {
            case .gathering: gather.take(state.run.base, packet, in: &state, &store, &output)
            case .parity, .block: break  // Windows begin with all that is held.
            case .slots: slots.take(state.run.base, packet, in: &state, &store, &output)
            }
        }
        takeStrays(&store, &output)
        takeBlockStrays(&store, &output)
    }

    /// Takes a packet whose number its payload ID decides: it ends all doubt about a restart.
    mutating func takeNumbered(
        _ packet: SourcePacket, _ number: Int64, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        if !probation.isEmpty {
            for stray in probation.clear() { takeStray(stray, &store, &output) }
        }
        accept(packet, number, &store, &output)
    }

    /// Takes a packet far from the numbering, or one that arrives while such packets are held.
    mutating func probe(
        _ packet: SourcePacket, _ distance: Int, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        if isNear(distance), !probation.expects(packet) {
            for stray in probation.clear() { takeStray(stray, &store, &output) }
            let number = packet.sequenceNumber.extended(nearest: state.run.maximum)
            accept(packet, number, &store, &output)
            takeStrays(&store, &output)
            takeBlockStrays(&store, &output)
            return
        }
        var wrong: [SourcePacket] = []
        let isReset = probation.take(packet, hold: parameters.resetHold, strays: &wrong)
        for stray in wrong { takeStray(stray, &store, &output) }
        if isReset { reset(at: packet.moment, &store, &output) }
    }

    /// Decides about packets that are held when nothing more comes.
    mutating func settleProbation(at moment: Moment, _ store: inout DatagramStore, _ output: inout WindowOutput) {
        guard !probation.isEmpty else { return }
        if probation.isPlausible {
            reset(at: moment, &store, &output)
        } else {
            for stray in probation.clear() { takeStray(stray, &store, &output) }
            takeStrays(&store, &output)
            takeBlockStrays(&store, &output)
        }
    }

    /// Begins a run with the packets that were held, and with the repair packets between them, in order of arrival.
    private mutating func reset(at moment: Moment, _ store: inout DatagramStore, _ output: inout WindowOutput) {
        let anchor = probation.anchor
        var held: [SourcePacket] = []
        for packet in probation.clear() {
            if let anchor, isNear(packet.sequenceNumber.distance(from: anchor)) {
                held.append(packet)
            } else {
                takeStray(packet, &store, &output)
            }
        }
        endRun(as: .partial, at: moment, &store, &output)
        countReset(at: moment, &output)
        var waiting = strays[...]
        strays.removeAll()
        for packet in held {
            while hasRun, let repair = waiting.first, repair.id < packet.id {
                waiting.removeFirst()
                take(repair, &store, &output)
            }
            guard hasRun else {
                begin(packet, &store, &output)
                continue
            }
            let distance = packet.sequenceNumber.distance(from: state.run.newestOnTheWire)
            accept(packet, state.run.maximum + Int64(distance), &store, &output)
        }
        strays.append(contentsOf: waiting)
        takeStrays(&store, &output)
        takeBlockStrays(&store, &output)
    }

    /// Takes a packet that turned out to be no restart: perhaps one that was very late.
    mutating func takeStray(
        _ packet: SourcePacket, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        let number = packet.sequenceNumber.extended(nearest: state.run.maximum)
        if number >= state.run.base, number < state.run.maximum {
            accept(packet, number, &store, &output)
        } else {
            state.run.ignore()
        }
    }

    mutating func countReset(at moment: Moment, _ output: inout WindowOutput) {
        past.sequenceResets += 1
        output.notes.append(ProtectionNote(kind: .sequenceReset, moment: moment))
    }

    mutating func endSilentRun(
        at moment: Moment, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        settleProbation(at: moment, &store, &output)
        if hasRun { endRun(as: .partial, at: moment, &store, &output) }
    }

    /// Ends the run: closes its windows, of which the last gets `outcome`, and adds it to the sums.
    mutating func endRun(
        as outcome: WindowRecord.Outcome, at moment: Moment, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) {
        if stage == .gathering { decide(at: moment, isFinal: true, &store, &output) }
        endWindows(as: outcome, at: moment, &store, &output)
        hasRun = false
        past.add(state.run)
        pastLoss.add(state.run.holes.loss)
        if pastRuns.count >= ProtectionParameters.listedRuns { pastRuns.removeFirst() }
        pastRuns.append(state.run.facts)
        if stage == .parity || stage == .block { stage = .gathering }
        trail = nil
    }

    /// Ends the run of windows and releases all of its packets.
    mutating func endWindows(
        as outcome: WindowRecord.Outcome, at moment: Moment, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) {
        switch stage {
        case .slots: slots.end(as: outcome, at: moment, in: &state, &store, &output)
        case .parity: parity.end(as: outcome, at: moment, in: &state, &store, &output)
        case .block: blocks.end(as: outcome, at: moment, in: &state, &store, &output)
        case .gathering: break
        }
        state.force(
            below: max(state.run.maximum, state.rebuiltThrough) + 1, wholeHoles: stage == .slots, at: moment, store,
            &output)
        state.waitingSince = nil
        state.book.windowRun += 1
    }
}
