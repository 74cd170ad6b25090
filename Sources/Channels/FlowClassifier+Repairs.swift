import Bytes
import Evidence
import NetworkFormats
import Timing
import VenueWire

extension FlowClassifier {
    /// A repair packet of a known channel: held with the channel's media while these are held.
    mutating func repair(
        _ channel: Int32, _ role: FlowRole, _ header: DatagramHeader, _ payload: RawSpan
    ) -> Verdict {
        guard !watches.isEmpty else { return Self.verdict(role, channel) }
        let flow = table.index(of: destination(of: channel), from: channels[Int(channel)].source)
        guard flow >= 0, var watch = watches[flow], watch.repairs.count < Self.parityLimit else {
            return Self.verdict(role, channel)
        }
        let packet = hold(header, payload, in: &watch.list, for: .watch(flow: flow))
        watch.repairs[packet] = (channel, role)
        watches[flow] = watch
        return .held
    }

    /// Expects repair packets for `channel` in the flow of this datagram, a new flow when `flow` is nil, and takes it;
    /// counted as beyond the table when there is no room.
    mutating func join(
        _ channel: Int32, _ role: FlowRole, signature: UInt64, _ flow: Int?, _ header: DatagramHeader,
        _ payload: RawSpan
    ) -> Verdict {
        guard let place = flow ?? table.insert(header.destination, from: header.source.address) else {
            return other(.tableFull)
        }
        if member(of: place, signature: signature) == nil,
            !addMember(to: place, signature: signature, channel: channel, role: role)
        {
            return other(.tableFull)
        }
        return repair(channel, role, header, payload)
    }

    private static func verdict(_ role: FlowRole, _ channel: Int32) -> Verdict {
        switch role {
        case .blockRepair: .blockRepair(channel: channel)
        case .carrierRepair: .carrierRepair(channel: channel)
        case .parity, .media, .transport, .object: .parity(channel: channel)
        }
    }

    /// What a held repair packet is told as.
    static func delivered(_ role: FlowRole) -> ClassifierEvent.Role {
        switch role {
        case .blockRepair: .blockRepair
        case .carrierRepair: .carrierRepair
        case .parity, .media, .transport, .object: .parity
        }
    }

    /// Repair packets without media wait for ``parityPatience``; then they are seen as what else they may be.
    ///
    /// Nil when such a stream waits as something else.
    mutating func wait(
        _ new: Candidate, _ header: DatagramHeader, _ payload: RawSpan, into output: inout ClassifierOutput
    ) -> Verdict? {
        let slot =
            candidates.slot(of: new.destination, from: new.source, new.synchronizationSource) ?? addCandidate(new)
        guard var candidate = candidates[slot], candidate.role == new.role else { return nil }
        if !candidate.list.isEmpty, new.lastSequence == candidate.lastSequence.advanced(by: 1) {
            candidate.sawSequence = true
        }
        candidate.lastSequence = new.lastSequence
        candidate.lastTime = header.time
        hold(header, payload, in: &candidate.list, for: .candidate(slot: slot))
        while candidate.list.count > Self.parityLimit || candidate.list.byteCount > Self.parityByteLimit {
            dropFirst(of: &candidate.list)
        }
        candidates[slot] = candidate
        arm(candidate.firstTime + Self.parityPatience)
        relieve(into: &output)
        return .held
    }

    /// Takes the repair packets that waited for `channel`.
    mutating func waitingRepairs(for channel: Int32) -> [ClassifierEvent.Delivery] {
        guard candidates.repairCount > 0 else { return [] }
        let group = destination(of: channel).address
        var deliveries: [ClassifierEvent.Delivery] = []
        for slot in candidates.entries.indices {
            guard var candidate = candidates[slot], candidate.isRepair, candidate.destination.address == group,
                target(of: candidate) == channel
            else { continue }
            candidates[slot] = nil
            while let packet = holding.decideFirst(of: &candidate.list) {
                deliveries.append(
                    ClassifierEvent.Delivery(channel: channel, role: Self.delivered(candidate.role), packet: packet))
            }
        }
        return deliveries
    }

    /// The channel that a candidate's repair packets protect; nil while it is not known.
    private mutating func target(of candidate: Candidate) -> Int32? {
        if candidate.role == .parity {
            return parityTarget(of: candidate.destination, from: candidate.source, isRow: candidate.isRow)
        }
        let first = PacketID(serial: candidate.list.first)
        guard let datagram = holding.store[first], let slab = holding.store.slab(of: first) else { return nil }
        let bytes = slab.bytes.extracting(datagram.range)
        if candidate.role == .blockRepair {
            if let channel = expectedRepair(datagram.header) { return channel }
            let flow = BlockTrace.repair(bytes, datagram.header).flatMap { blockFlow(of: $0, datagram.header) }
            return flow.map { table.flows[$0].trace.channel }
        }
        let carrier = CarrierRepairHeader(parsing: bytes, wireLength: Int(datagram.header.wireLength))
        return carrier.flatMap { carrierTarget(of: $0, datagram.header) }
    }
}
