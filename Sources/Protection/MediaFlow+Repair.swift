import Evidence
import NetworkFormats
import Timing
import VenueWire

extension MediaFlow {
    /// Whether a repair packet's grid is beyond the limit: then it is passed over, and told of once.
    func isBeyondLimit(_ header: ParityHeader) -> Bool { header.span > parameters.maximumGrid }

    mutating func isRefused(_ packet: RepairPacket, _ output: inout WindowOutput) -> Bool {
        let header = packet.header
        guard header.offset > 0, header.count > 0 else { return true }
        guard isBeyondLimit(header) else { return false }
        let grid = ParityGrid(
            columns: Int64(header.offset), rows: Int64(header.count), origin: 0, hasColumns: !header.isRow)
        if refusedGrids.count < 16, !refusedGrids.contains(grid) {
            refusedGrids.append(grid)
            output.notes.append(
                ProtectionNote(
                    kind: .gridRefused(columns: header.offset, rows: header.count), moment: packet.moment))
        }
        return true
    }

    /// Keeps a repair packet that fits no numbering yet.
    mutating func putAside(_ packet: RepairPacket) {
        if strays.count >= ProtectionParameters.strayRepairs { strays.removeFirst() }
        strays.append(packet)
    }

    /// Takes the repair packets that waited for a numbering; with `limit`, only those that came before it.
    mutating func takeStrays(
        before limit: PacketID? = nil, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        guard !strays.isEmpty else { return }
        let waiting = strays
        strays.removeAll(keepingCapacity: true)
        for packet in waiting {
            if let limit, packet.id > limit { putAside(packet) } else { take(packet, &store, &output) }
        }
    }

    /// Takes a repair packet that belongs to the run.
    mutating func take(_ packet: RepairPacket, _ store: inout DatagramStore, _ output: inout WindowOutput) {
        let header = packet.header
        let number = header.snBase.extended(nearest: state.run.maximum)
        let reach = Int64(HeldPackets.capacity)
        // What contradicts the grid and lies ahead of all media is of another numbering whose media has not come.
        let isForeign = stage == .parity && number > state.run.maximum && !parity.grid.fits(header, number)
        guard !isForeign, abs(number - state.run.maximum) <= reach else { return putAside(packet) }
        state.lastActivity = max(state.lastActivity, packet.moment.time)
        guard state.repairs.isNew(packet) else { return store.mark(packet.id, .duplicate) }
        state.protection.received += 1
        if stage == .gathering { decide(at: packet.moment, isFinal: false, &store, &output) }
        learn(header, number, packet, &store, &output)
        state.repairs.put(StoredRepair(packet, number: number))
        if stage == .gathering { decide(at: packet.moment, isFinal: false, &store, &output) }
        if state.waitingSince != nil { drain(at: packet.moment, &store, &output) }
    }

    /// Learns what a repair packet says about the grid; a new run of windows begins where it contradicts the old one.
    private mutating func learn(
        _ header: ParityHeader, _ number: Int64, _ packet: RepairPacket, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) {
        if stage == .gathering {
            if gatherTakes(header, number, packet.moment) { return }
            // Two grids within one gathering: what came before is of the first one.
            decide(at: packet.moment, isFinal: true, &store, &output)
        }
        if stage == .slots {
            endWindows(as: .partial, at: packet.moment, &store, &output)
            gatherAnew(from: state.run.maximum + 1, at: packet.moment, anchor: packet.id)
        } else if parityTakes(header, number) || StoredRepair(packet, number: number).last < state.run.base {
            return
        } else {
            let anchor = oldestNeeded
            // A new run of windows cannot begin among numbers whose windows were closed.
            let first = max(number, parity.closedEnd + 1)
            parity.end(before: first, at: packet.moment, in: &state, &store, &output)
            state.book.windowRun += 1
            drain(at: packet.moment, &store, &output)
            gatherAnew(from: first, at: packet.moment, anchor: anchor)
        }
        stage = .gathering
        _ = gatherTakes(header, number, packet.moment)
    }

    private mutating func gatherTakes(_ header: ParityHeader, _ number: Int64, _ moment: Moment) -> Bool {
        if header.isRow {
            gather.add(row: number, length: header.count, at: moment)
            return true
        }
        return gather.add(column: number, columns: header.offset, rows: header.count)
    }

    /// Whether a repair packet belongs to the grid as it is.
    private mutating func parityTakes(_ header: ParityHeader, _ number: Int64) -> Bool {
        guard parity.grid.fits(header, number) else { return false }
        if header.isRow { state.protection.hasRowRepair = true }
        return true
    }

    /// Begins to gather: nothing is known of the windows from `number` on.
    mutating func gatherAnew(from number: Int64, at moment: Moment, anchor: PacketID) {
        let protection = state.protection
        gather = GatherScheme(
            parameters, from: number, at: moment, anchor: anchor, windowRun: state.book.windowRun,
            isRowsOnly: protection.scheme == .parity && !protection.hasColumnRepair)
    }

    /// Leaves the gathering when the flow's protection is known.
    mutating func decide(
        at moment: Moment, isFinal: Bool, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        switch gather.decision(at: moment.time, isFinal: isFinal, parameters) {
        case nil:
            guard state.isHolding, moment.time - state.run.first.time >= parameters.startHold else { return }
            state.letGo(from: state.run.base)
        case .slots: becomeSlots(&store, &output)
        case .parity(let grid): becomeParity(grid, at: moment, &store, &output)
        }
        drain(at: moment, &store, &output)
    }

    private mutating func becomeSlots(_ store: inout DatagramStore, _ output: inout WindowOutput) {
        stage = .slots
        slots = gather.draft
        state.protection.scheme = .none
        state.held.settleProvisional(asArrived: false)
        state.letGo(from: state.run.base)
        for id in gather.draftLate { store.mark(id, .late) }
        state.book.add(gather.draftBook)
        output.closed.append(contentsOf: gather.draftOutput.closed)
    }

    private mutating func becomeParity(
        _ grid: ParityGrid, at moment: Moment, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        stage = .parity
        state.held.settleProvisional(asArrived: true)
        state.protection.scheme = .parity
        state.protection.columns = Int(grid.columns)
        state.protection.rows = Int(grid.rows)
        state.protection.hasColumnRepair = grid.hasColumns
        state.protection.hasRowRepair = !grid.hasColumns || gather.hasMatchingRow
        state.protection.isAligned = grid.isAligned
        if !grid.isAligned {
            output.notes.append(
                ProtectionNote(
                    kind: .misaligned(columns: Int(grid.columns), rows: Int(grid.rows)), moment: moment))
        }
        let first = max(gather.regionFirst, state.run.base)
        state.letGo(from: grid.numbers(of: grid.window(of: first)).lowerBound)
        parity = ParityScheme(grid, regionFirst: gather.regionFirst, from: first)
        parity.adopt(at: moment, in: &state, &store, &output)
    }
}
