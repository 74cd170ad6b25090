import ErasureCode
public import Evidence
public import NetworkFormats
import Timing
public import VenueWire

extension MediaFlow {
    /// A source packet with what may be a payload ID of Simple Reed-Solomon, kept until another one proves it.
    struct Trail: Sendable {
        var id: SourceBlockID
        var number: SequenceNumber

        /// Whether two IDs are as far from each other as their sequence numbers (definitions B5: the symbol rises).
        func proves(_ other: SourceBlockID, _ number: SequenceNumber) -> Bool {
            guard other.sourceCount == id.sourceCount, other != id else { return false }
            let blocks = other.distance(from: id.block)
            guard blocks.magnitude <= 2 else { return false }
            let distance = blocks * Int(id.sourceCount) + Int(other.symbol) - Int(id.symbol)
            return distance == number.distance(from: self.number)
        }
    }

    /// Takes a repair packet of a Reed-Solomon code.
    public mutating func repair(
        _ packet: BlockRepairPacket, in store: inout DatagramStore, into output: inout WindowOutput
    ) {
        newest = packet.id
        guard hasRun, probation.isEmpty else { return putAside(packet) }
        take(packet, &store, &output)
    }

    /// Learns what an announcement says of the flow's protection; it holds from the next datagram on.
    public mutating func announced(_ protection: AnnouncedProtection) {
        guard protection.scheme == .reedSolomon else { return }
        isBlockExpected = true
        state.code.announce(
            points: protection.matrix.flatMap(CodePoints.init(name:)), repairs: protection.repairCount)
        if stage == .block { blocks.tell(in: &state) }
    }

    /// Learns that the sender's windows begin anew, as with another session, while its numbers may go on.
    public mutating func restartWindows(
        at moment: Moment, in store: inout DatagramStore, into output: inout WindowOutput
    ) {
        guard hasRun, stage == .block else { return }
        endWindows(as: .partial, at: moment, &store, &output)
        stage = .gathering
        gatherAnew(from: state.run.maximum + 1, at: moment, anchor: PacketID(serial: newest.serial + 1))
    }

    /// Finds out by a source packet's payload ID that the flow is protected by Simple Reed-Solomon, and where its windows
    /// begin; a new run of windows begins where they contradict the packet (definitions B5, B6).
    ///
    /// Called before a packet of the run is taken.
    mutating func recognize(
        _ packet: SourcePacket, _ number: Int64, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        guard let id = packet.block else { return }
        switch stage {
        case .block:
            guard number > state.run.maximum, !blocks.isCarrier, !blocks.fits(id, number) else { return }
            let anchor = oldestNeeded
            endWindows(as: .partial, at: packet.moment, &store, &output)
            gatherAnew(from: state.run.maximum + 1, at: packet.moment, anchor: anchor)
            stage = .gathering
            if id.isSource { becomeBlocks(id, number, at: packet.moment, &store, &output) }
        case .gathering, .slots:
            guard id.isSource, isBlock(id, packet.sequenceNumber) else { return }
            if stage == .slots {
                endWindows(as: .partial, at: packet.moment, &store, &output)
                gatherAnew(from: state.run.maximum + 1, at: packet.moment, anchor: packet.id)
                stage = .gathering
            }
            becomeBlocks(id, number, at: packet.moment, &store, &output)
        case .parity: break
        }
    }

    /// Whether a payload ID is one beyond doubt: announced, known from the run before, or proved by another packet's.
    private mutating func isBlock(_ id: SourceBlockID, _ number: SequenceNumber) -> Bool {
        if isBlockExpected { return true }
        if let trail, trail.proves(id, number) { return true }
        let isFound = blockStrays.contains { $0.isOf(id) }
        trail = Trail(id: id, number: number)
        return isFound
    }

    /// Cuts the flow into source blocks, of which one holds `number` at the place that `id` says.
    private mutating func becomeBlocks(
        _ id: SourceBlockID, _ number: Int64, at moment: Moment, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) {
        isBlockExpected = true
        becomeBlocks(
            isCarrier: false, index: Int64(id.block), first: number - Int64(id.symbol), k: Int(id.sourceCount),
            newest: number, at: moment, &store, &output)
    }

    /// Cuts what was gathered, and what comes, into windows of `k`, of which number `index` begins at `first`.
    private mutating func becomeBlocks(
        isCarrier: Bool, index: Int64, first: Int64, k: Int, newest: Int64, at moment: Moment,
        _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        stage = .block
        trail = nil
        state.held.settleProvisional(asArrived: true)
        // With nothing gathered in this window run, it begins with the packet that comes.
        let lowest = max(gather.regionFirst, state.run.base)
        let from = lowest > state.run.maximum ? max(lowest, newest) : lowest
        blocks = BlockScheme(
            isCarrier: isCarrier, index: index, first: first, k: k, regionFirst: gather.regionFirst, from: from,
            beginning: self.newest)
        state.code.expect(sources: k)
        state.letGo(from: blocks.firstNumber)
        blocks.adopt(at: moment, in: &state, &store, &output)
        blocks.tell(in: &state)
        drain(at: moment, &store, &output)
        takeBlockStrays(&store, &output)
    }

    /// Keeps a repair packet that fits no windows yet.
    private mutating func putAside(_ packet: BlockRepairPacket) {
        if blockStrays.count >= ProtectionParameters.strayBlockRepairs { blockStrays.removeFirst() }
        blockStrays.append(packet)
    }

    /// Takes the repair packets that waited for windows; with `limit`, only those that came before it.
    mutating func takeBlockStrays(
        before limit: PacketID? = nil, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        guard !blockStrays.isEmpty else { return }
        let waiting = blockStrays
        blockStrays.removeAll(keepingCapacity: true)
        for packet in waiting {
            if let limit, packet.id > limit { putAside(packet) } else { take(packet, &store, &output) }
        }
    }

    private mutating func take(
        _ packet: BlockRepairPacket, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        switch packet.place {
        case .block:
            guard stage == .block else {
                return stage == .parity ? () : putAside(packet)
            }
            guard !blocks.isCarrier else { return }
            add(packet, first: 0, &store, &output)
        case .carrier(let header):
            let first = header.first.extended(nearest: state.run.maximum)
            guard abs(first - state.run.maximum) <= Int64(HeldPackets.capacity) else { return putAside(packet) }
            takeCarrier(packet, header, first, &store, &output)
        }
    }

    private mutating func takeCarrier(
        _ packet: BlockRepairPacket, _ header: CarrierRepairHeader, _ first: Int64, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) {
        switch stage {
        case .parity: return
        case .block:
            guard blocks.isCarrier else { return }
            if blocks.fits(packet, first: first) { return add(packet, first: first, &store, &output) }
            // What contradicts the windows and lies ahead of all media is of another numbering whose media has not come.
            guard first <= state.run.maximum else { return putAside(packet) }
            guard first + Int64(header.sourceCount) > state.run.base else { return }
            let anchor = oldestNeeded
            let begin = max(first, blocks.closedEnd + 1)
            blocks.end(before: begin, at: packet.moment, in: &state, &store, &output)
            state.book.windowRun += 1
            drain(at: packet.moment, &store, &output)
            gatherAnew(from: begin, at: packet.moment, anchor: anchor)
        case .slots:
            endWindows(as: .partial, at: packet.moment, &store, &output)
            gatherAnew(from: state.run.maximum + 1, at: packet.moment, anchor: packet.id)
        case .gathering: break
        }
        becomeBlocks(
            isCarrier: true, index: 0, first: first, k: header.sourceCount, newest: state.run.maximum + 1,
            at: packet.moment, &store, &output)
        add(packet, first: first, &store, &output)
    }

    private mutating func add(
        _ packet: BlockRepairPacket, first: Int64, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        state.lastActivity = max(state.lastActivity, packet.moment.time)
        blocks.take(packet, first: first, in: &state, &store, &output)
        if state.waitingSince != nil { drain(at: packet.moment, &store, &output) }
    }
}

extension BlockRepairPacket {
    /// Whether a source packet with this payload ID may be of the same flow: the same k, and a window near.
    fileprivate func isOf(_ id: SourceBlockID) -> Bool {
        guard case .block(let own) = place else { return false }
        return own.sourceCount == id.sourceCount
            && (-BlockScheme.repairReach...BlockScheme.memory).contains(Int64(id.distance(from: own.block)))
    }
}
