import ErasureCode
import Evidence
import NetworkFormats
import VenueWire

extension BlockScheme {
    /// Whether a repair packet's window is one of these windows; `first` is its first number (carriers).
    func fits(_ packet: BlockRepairPacket, first: Int64) -> Bool {
        guard isCarrier, case .carrier(let header) = packet.place else { return true }
        let size = Int64(max(1, lastK))
        return header.sourceCount == lastK && (first - firstNumber).flooredRemainder(size) == 0
    }

    /// Takes a repair packet whose window begins at `first` (carriers); what it belongs to may be closed already.
    mutating func take(
        _ packet: BlockRepairPacket, first: Int64, in flow: inout FlowState, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) {
        let index: Int64
        let k: Int
        let place: Int
        var packetLength = 0
        switch packet.place {
        case .block(let id):
            index = self.index(of: id)
            k = Int(id.sourceCount)
            place = Int(id.symbol) - k
        case .carrier(let header):
            k = header.sourceCount
            index = firstIndex + (first - firstNumber) / Int64(max(1, k))
            place = header.index
            packetLength = header.packetLength
            repairPlaces = header.repairCount
        }
        guard place >= 0, place < 256, k > 0, index >= newestIndex - Self.memory,
            index <= newestIndex + Int64(Self.reach)
        else { return }
        guard index <= max(lastIndex, newestIndex + Self.repairReach) else {
            flow.protection.received += 1
            return
        }
        if index > lastIndex {
            guard k == lastK else { return }
            open(through: index, at: packet.moment, packet.id)
        }
        guard note(place, of: index, k: k, packet, in: &flow, &store) else { return }
        let symbol = BlockSymbol(
            index: index, symbol: k + place, id: packet.id, bytes: packet.symbol, moment: packet.moment,
            packetLength: packetLength)
        if let slot = open.lastIndex(where: { $0.index == index }) {
            keep(symbol, for: slot, packet, in: flow)
        } else if let proof = proofs.first(where: { $0.index == index }), packet.symbolLength > 0,
            !packet.isTruncated
        {
            prove(proof, by: symbol, length: packet.symbolLength, in: &flow, store)
        }
    }

    /// Notes a repair packet of a window; false when it is a duplicate, or of another k than its window.
    private mutating func note(
        _ place: Int, of index: Int64, k: Int, _ packet: BlockRepairPacket, in flow: inout FlowState,
        _ store: inout DatagramStore
    ) -> Bool {
        let slot = slot(of: index)
        if memories[slot].index != index { memories[slot] = BlockMemory(index: index) }
        guard memories[slot].k == nil || memories[slot].k == k else { return false }
        guard memories[slot].note(place) else {
            store.mark(packet.id, .duplicate)
            return false
        }
        flow.protection.received += 1
        mostRepairs = max(mostRepairs, memories[slot].repairs)
        if !isCarrier { repairPlaces = max(repairPlaces, place + 1) }
        tell(in: &flow)
        return true
    }

    /// Keeps a repair packet for a window that is open; its symbol must be as long as those of the window's others.
    private mutating func keep(
        _ symbol: BlockSymbol, for slot: Int, _ packet: BlockRepairPacket, in flow: FlowState
    ) {
        let isError = size(open[slot].k, in: flow) > flow.parameters.maximumWindow
        guard isError || packet.symbolLength > 0, symbols.count < ProtectionParameters.heldRepairs else { return }
        if open[slot].repairs == 0 { open[slot].symbolLength = packet.symbolLength }
        guard open[slot].symbolLength == packet.symbolLength else { return }
        open[slot].repairs += 1
        if packet.isTruncated { open[slot].isTruncated = true }
        if !isError { symbols.append(symbol) }
    }

    /// Remembers a window that was opened.
    mutating func remember(_ index: Int64, k: Int) {
        memories[slot(of: index)] = BlockMemory(index: index, k: k)
    }

    private mutating func slot(of index: Int64) -> Int {
        if memories.isEmpty { memories = [BlockMemory](repeating: BlockMemory(), count: Int(Self.memory)) }
        return Int(index & (Self.memory - 1))
    }

    /// Finds out the code's points from a window that arrived whole, or keeps it until a repair packet of it comes.
    mutating func seek(_ window: BlockWindow, in flow: inout FlowState, _ store: borrowing DatagramStore) {
        guard !window.isTruncated else { return }
        for symbol in symbols where symbol.index == window.index && flow.code.isSought {
            prove(window, by: symbol, length: window.symbolLength, in: &flow, store)
        }
        guard flow.code.isSought else { return }
        if proofs.count >= Self.proofLimit { proofs.removeFirst() }
        proofs.append(window)
    }

    /// Finds out the code's points from a window that arrived whole, and a repair packet of it.
    private mutating func prove(
        _ window: BlockWindow, by symbol: BlockSymbol, length: Int, in flow: inout FlowState,
        _ store: borrowing DatagramStore
    ) {
        flow.prove(window, by: symbol, length: length, isCarrier: isCarrier, store)
        guard !flow.code.isSought else { return }
        proofs.removeAll()
        tell(in: &flow)
    }

    /// Says how the flow is protected.
    func tell(in flow: inout FlowState) {
        flow.protection.scheme = isCarrier ? .carrier : .reedSolomon
        flow.protection.sources = lastK
        flow.protection.repairs = flow.code.announcedRepairs > 0 ? flow.code.announcedRepairs : repairPlaces
        flow.protection.points = flow.code.points?.name
    }
}
