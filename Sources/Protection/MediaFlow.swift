public import Evidence
public import NetworkFormats
public import Timing

/// One media channel over RTP: its runs of sequence numbers, its protection windows, and its packets in order.
///
/// The owner puts every datagram into the channel's store first, source packets with the flag `received`, then tells the
/// flow, and calls `tick` at every 100 ms of stream time. Results depend on the order of these calls only.
///
/// A reset is known at the 16th packet after the first two in sequence: the old run's windows close at that moment, and
/// all that was held counts in the new run. Repair packets between runs belong to the run that comes. A scheme once known
/// stays known; only alignment is learned anew in each run.
public struct MediaFlow: Sendable {
    enum Stage: Sendable { case gathering, slots, parity, block }

    let parameters: ProtectionParameters
    var state: FlowState
    var stage = Stage.gathering
    var gather: GatherScheme
    var slots: SlotScheme
    var parity: ParityScheme
    var blocks: BlockScheme
    /// Whether payload IDs need no proof: the flow was announced with them, or had them before.
    var isBlockExpected = false
    var trail: Trail?
    var hasRun = false
    var probation = ResetProbation()
    var strays: [RepairPacket] = []
    var blockStrays: [BlockRepairPacket] = []
    var refusedGrids: [ParityGrid] = []
    var jitter: ArrivalJitter
    var past = RTPCounters()
    var pastLoss = LossCounters()
    var pastRuns: [RTPRunFacts] = []
    var newest = PacketID(serial: 0)
    /// When the last source packet arrived; nil before the first.
    public internal(set) var lastArrival: StreamTime?
    /// Runs begun so far.
    public var runCount: Int { state.runNumber }
    /// The window run with which the newest run began: windows of earlier ones belong to the run before.
    public var firstWindowRun: Int { state.firstWindowRun }

    /// A flow without packets.
    public init(parameters: ProtectionParameters = ProtectionParameters()) {
        self.parameters = parameters
        state = FlowState(parameters)
        gather = GatherScheme(
            parameters, from: .min, at: state.lastSource.moment, anchor: PacketID(serial: 0), windowRun: 0)
        slots = SlotScheme(parameters)
        parity = ParityScheme(
            ParityGrid(columns: 1, rows: 1, origin: 0, hasColumns: false), regionFirst: .min, from: 0)
        blocks = BlockScheme(isCarrier: false, index: 0, first: 0, k: 1, regionFirst: .min, from: 0)
        jitter = ArrivalJitter(clockRate: parameters.clockRate)
    }

    /// Takes a media packet.
    public mutating func source(
        _ packet: SourcePacket, in store: inout DatagramStore, into output: inout WindowOutput
    ) {
        newest = packet.id
        if let last = lastArrival, packet.moment.time - last >= parameters.runSilence + StreamTime.tick {
            endSilentRun(at: packet.moment, &store, &output)
        }
        lastArrival = packet.moment.time
        guard hasRun else { return begin(packet, &store, &output) }
        if stage == .block, packet.ssrc == state.run.ssrc, let number = blocks.number(of: packet) {
            return takeNumbered(packet, number, &store, &output)
        }
        let distance = packet.sequenceNumber.distance(from: state.run.newestOnTheWire)
        if probation.isEmpty, isNear(distance) {
            accept(packet, state.run.maximum + Int64(distance), &store, &output)
        } else {
            probe(packet, distance, &store, &output)
        }
    }

    /// Takes a repair packet.
    public mutating func repair(
        _ packet: RepairPacket, in store: inout DatagramStore, into output: inout WindowOutput
    ) {
        newest = packet.id
        guard !isRefused(packet, &output) else { return }
        guard hasRun, probation.isEmpty else { return putAside(packet) }
        take(packet, &store, &output)
    }

    /// Learns that the sender's numbers begin anew with the next source packet: another synchronization source.
    public mutating func restart(
        at moment: Moment, in store: inout DatagramStore, into output: inout WindowOutput
    ) {
        settleProbation(at: moment, &store, &output)
        guard hasRun else { return }
        endRun(as: .partial, at: moment, &store, &output)
        countReset(at: moment, &output)
    }

    /// Does what is due at a multiple of 100 ms of stream time.
    public mutating func tick(at moment: Moment, in store: inout DatagramStore, into output: inout WindowOutput) {
        guard hasRun, let lastArrival else { return }
        if moment.time - lastArrival >= parameters.runSilence {
            return endSilentRun(at: moment, &store, &output)
        }
        // Those that still fit no numbering would keep the store from ever letting go.
        if let stray = strays.first, moment.time - stray.moment.time >= parameters.runSilence { strays.removeFirst() }
        if let stray = blockStrays.first, moment.time - stray.moment.time >= parameters.runSilence {
            blockStrays.removeAll { moment.time - $0.moment.time >= parameters.runSilence }
        }
        if stage == .gathering { decide(at: moment, isFinal: false, &store, &output) }
        switch stage {
        case .gathering: gather.tick(at: moment, in: &state, &store, &output)
        case .slots: slots.tick(at: moment, in: &state, &store, &output)
        case .parity: parity.tick(at: moment, in: &state, &store, &output)
        case .block: blocks.tick(at: moment, in: &state, &store, &output)
        }
        if state.cursor <= max(state.run.maximum, state.rebuiltThrough) { drain(at: moment, &store, &output) }
    }

    /// Closes and releases everything held, because there is no room for it; a new run of windows begins.
    ///
    /// A sender may repeat one packet for ever while no time passes, and each of its datagrams would have to be kept.
    public mutating func relieve(at moment: Moment, in store: inout DatagramStore, into output: inout WindowOutput) {
        settleProbation(at: moment, &store, &output)
        strays.removeAll(keepingCapacity: true)
        blockStrays.removeAll(keepingCapacity: true)
        guard hasRun else { return }
        if stage == .gathering { decide(at: moment, isFinal: true, &store, &output) }
        endWindows(as: .partial, at: moment, &store, &output)
        stage = .gathering
        gatherAnew(from: state.run.maximum + 1, at: moment, anchor: next)
    }

    /// Ends the analysis: everything is closed and released.
    public mutating func finish(at moment: Moment, in store: inout DatagramStore, into output: inout WindowOutput) {
        settleProbation(at: moment, &store, &output)
        guard hasRun else { return }
        endRun(as: .open, at: moment, &store, &output)
    }

    /// The oldest datagram that the flow may still need; the owner may retire everything before it.
    public var oldestNeeded: PacketID {
        let stray = min(strays.first?.id ?? next, blockStrays.first?.id ?? next)
        guard hasRun else { return stray }
        var oldest = state.waitingSince ?? next
        switch stage {
        case .gathering: oldest = min(oldest, gather.anchor)
        case .slots: break
        case .parity: oldest = min(oldest, parity.oldestNeeded(state.repairs) ?? next)
        case .block: oldest = min(oldest, blocks.oldestNeeded ?? next)
        }
        if !probation.isEmpty, let first = probation.packets.first {
            oldest = min(oldest, first.id)
        }
        return min(oldest, stray)
    }

    private var next: PacketID { PacketID(serial: newest.serial + 1) }
}
