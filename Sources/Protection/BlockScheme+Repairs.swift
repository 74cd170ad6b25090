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
        } else if let proof = proofs.firstIndex(where: { $0.index == index }) {
            prove(at: proof, by: symbol, packet, in: &flow, store)
        } else if index < firstIndex {
            keepEarly(symbol, k: k, packet, in: flow)
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

    /// Keeps a repair packet for a window that is open.
    private mutating func keep(
        _ symbol: BlockSymbol, for slot: Int, _ packet: BlockRepairPacket, in flow: FlowState
    ) {
        var window = open[slot]
        keep(symbol, for: &window, packet, in: flow)
        open[slot] = window
    }

    /// Keeps a repair packet for `window`; its symbol must be as long as those of the window's others.
    mutating func keep(
        _ symbol: BlockSymbol, for window: inout BlockWindow, _ packet: BlockRepairPacket, in flow: FlowState
    ) {
        let isError = size(window.k, in: flow) > flow.parameters.maximumWindow
        guard isError || packet.symbolLength > 0 else { return }
        if window.repairs == 0 { window.symbolLength = packet.symbolLength }
        guard window.symbolLength == packet.symbolLength else { return }
        window.repairs += 1
        if packet.isTruncated { window.isTruncated = true }
        // As many as there are source packets give them all; learned rows may need others.
        let isWanted = isCarrier || window.repairs <= window.k
        if !isError, isWanted, symbols.count < ProtectionParameters.heldPackets { symbols.append(symbol) }
    }

    /// Remembers a window that was opened, and what came of it before.
    mutating func remember(_ index: Int64, k: Int) {
        let slot = slot(of: index)
        if memories[slot].index == index {
            memories[slot].k = k
        } else {
            memories[slot] = BlockMemory(index: index, k: k)
        }
    }

    private mutating func slot(of index: Int64) -> Int {
        if memories.isEmpty { memories = [BlockMemory](repeating: BlockMemory(), count: Int(Self.memory)) }
        return Int(index & (Self.memory - 1))
    }

    /// Finds out the code's points from a window that arrived whole, or keeps it until repair packets of it come.
    mutating func seek(_ window: BlockWindow, in flow: inout FlowState, _ store: borrowing DatagramStore) {
        guard !window.isTruncated else { return }
        if proofs.count >= Self.proofLimit {
            learn(proofs[0], in: &flow, store)
            if !proofs.isEmpty { forget(proofs.removeFirst()) }
        }
        for symbol in symbols where symbol.index == window.index && flow.code.isSought {
            flow.prove(window, by: symbol, length: window.symbolLength, isCarrier: isCarrier, store)
        }
        proofs.append(window)
        if window.repairs >= repairPlaces { learn(window, in: &flow, store) }
        stopSeeking(in: &flow)
    }

    /// Finds out the code's points from a repair packet of a window that arrived whole before it.
    private mutating func prove(
        at place: Int, by symbol: BlockSymbol, _ packet: BlockRepairPacket, in flow: inout FlowState,
        _ store: borrowing DatagramStore
    ) {
        if proofs[place].repairs == 0 { proofs[place].symbolLength = packet.symbolLength }
        guard packet.symbolLength > 0, proofs[place].symbolLength == packet.symbolLength, !packet.isTruncated,
            symbols.count < ProtectionParameters.heldRepairs
        else { return }
        proofs[place].repairs += 1
        symbols.append(symbol)
        let window = proofs[place]
        flow.prove(window, by: symbol, length: packet.symbolLength, isCarrier: isCarrier, store)
        if window.repairs >= repairPlaces { learn(window, in: &flow, store) }
        stopSeeking(in: &flow)
    }

    /// Learns a carrier's code of no known points from a window that arrived whole and what came of its repair packets.
    private mutating func learn(_ window: BlockWindow, in flow: inout FlowState, _ store: borrowing DatagramStore) {
        guard isCarrier, flow.code.isSought, window.repairs > 0 else { return }
        flow.learn(window, repairs: repairPlaces, symbols.filter { $0.index == window.index }, store)
        forget(window)
        proofs.removeAll { $0.index == window.index }
    }

    /// Once the points are known, or never will be, whole windows need not wait.
    private mutating func stopSeeking(in flow: inout FlowState) {
        guard !flow.code.isSought else { return }
        for proof in proofs { forget(proof) }
        proofs.removeAll()
        tell(in: &flow)
    }

    /// Lets go of a window's repair packets.
    mutating func forget(_ window: BlockWindow) { symbols.removeAll { $0.index == window.index } }

    /// Says how the flow is protected.
    func tell(in flow: inout FlowState) {
        flow.protection.scheme = isCarrier ? .carrier : .reedSolomon
        flow.protection.sources = lastK
        flow.protection.repairs = flow.code.announcedRepairs > 0 ? flow.code.announcedRepairs : repairPlaces
        flow.protection.points = flow.code.points?.name
    }
}
