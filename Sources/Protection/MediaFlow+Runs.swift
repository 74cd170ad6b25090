import Evidence
import NetworkFormats
import Timing

extension MediaFlow {
    /// Begins a run with its first packet.
    mutating func begin(
        _ packet: SourcePacket, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        hasRun = true
        runCount += 1
        if stage != .slots { gatherAnew(from: .min, at: packet.moment, anchor: packet.id) }
        let slot = stage == .slots ? slots.slots.index(at: packet.moment.time) : gather.slot(at: packet.moment.time)
        state.begin(packet, slot: slot)
        jitter.restart()
        jitter.add(packet.moment.time, timestamp: packet.timestamp)
        if stage == .slots {
            slots.take(state.run.base, packet, in: &state, &store, &output)
        } else {
            state.isHolding = parameters.startHold > .zero
            gather.take(state.run.base, packet, in: &state, &store, &output)
        }
        takeStrays(&store, &output)
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
        }
    }

    private mutating func reset(at moment: Moment, _ store: inout DatagramStore, _ output: inout WindowOutput) {
        let held = probation.clear()
        endRun(as: .partial, at: moment, &store, &output)
        countReset(at: moment, &output)
        for packet in held {
            guard hasRun else {
                begin(packet, &store, &output)
                continue
            }
            let distance = packet.sequenceNumber.distance(from: state.run.newestOnTheWire)
            // What does not fit the new numbering either cannot begin a third one from here.
            if isNear(distance) {
                accept(packet, state.run.maximum + Int64(distance), &store, &output)
            } else {
                state.run.ignore()
            }
        }
    }

    /// Takes a packet that turned out to be no restart: perhaps one that was very late.
    private mutating func takeStray(
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
        if stage == .parity { stage = .gathering }
    }

    /// Ends the run of windows and releases all of its packets.
    mutating func endWindows(
        as outcome: WindowRecord.Outcome, at moment: Moment, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) {
        switch stage {
        case .slots: slots.end(as: outcome, at: moment, in: &state, &store, &output)
        case .parity: parity.end(as: outcome, at: moment, in: &state, &store, &output)
        case .gathering: break
        }
        state.force(
            below: max(state.run.maximum, state.rebuiltThrough) + 1, at: moment, store, &output)
        state.waitingSince = nil
        state.book.windowRun += 1
    }
}
