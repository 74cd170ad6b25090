import Bytes
import NetworkFormats
import Timing
import VenueWire

extension FlowClassifier {
    /// The most packets that repair packets may protect together (definitions B3).
    private static let spanLimit = 1_024

    /// The headers of a repair packet, when every field that has but one legal value has it.
    func plausibleParity(_ payload: RawSpan) -> ParityHeader? {
        guard let parity = try? ParityHeader(parsing: payload), parity.payloadLength > 0, parity.mask == 0,
            parity.index == 0, parity.snBaseExtension == 0, parity.span <= Self.spanLimit
        else { return nil }
        return parity.isRow && parity.offset != 1 ? nil : parity
    }

    /// Takes a repair packet: to its media when that is known, else to wait for it; nil when it is to be seen as media.
    mutating func take(
        _ parity: ParityHeader, mayWait: Bool, _ flow: Int?, _ header: DatagramHeader, _ payload: RawSpan,
        into output: inout ClassifierOutput
    ) -> Verdict? {
        let source = header.source.address
        if let channel = parityTarget(of: header.destination, from: source, isRow: parity.isRow) {
            guard let place = flow ?? table.insert(header.destination, from: source) else { return other(.tableFull) }
            let signature = Self.signature(of: payload)
            // A stream of the flow that has this SSRC and was taken for media stays media.
            if let member = mediaMember(of: place, parity.synchronizationSource),
                members[member].signature == signature
            {
                return nil
            }
            if member(of: place, signature: signature) == nil,
                !addMember(to: place, signature: signature, channel: channel, role: .parity)
            {
                return other(.tableFull)
            }
            return self.parity(channel, header, payload)
        }
        guard mayWait else { return nil }
        return wait(parity, header, payload, into: &output)
    }

    /// A repair packet of a known channel: held with the channel's media while these are held.
    mutating func parity(_ channel: Int32, _ header: DatagramHeader, _ payload: RawSpan) -> Verdict {
        guard !watches.isEmpty else { return .parity(channel: channel) }
        let media = channels[Int(channel)]
        let flow = table.index(of: media.destination, from: media.source)
        guard flow >= 0, var watch = watches[flow], watch.repairs.count < Self.parityLimit else {
            return .parity(channel: channel)
        }
        let packet = hold(header, payload, in: &watch.list, for: .watch(flow: flow))
        watch.repairs[packet] = channel
        watches[flow] = watch
        return .held
    }

    /// The channel that a repair packet to `endpoint` protects: on its own port, or two or four ports below (SMPTE
    /// 2022-1: columns on port + 2, rows on port + 4).
    func parityTarget(of endpoint: Endpoint, from source: IPAddress, isRow: Bool) -> Int32? {
        for distance in isRow ? [4, 2, 0] as [UInt16] : [2, 4, 0] {
            if let channel = channel(at: endpoint, below: distance, from: source) { return channel }
        }
        return nil
    }

    /// Repair packets without media wait for ``parityPatience``; then they are seen as what else they may be.
    private mutating func wait(
        _ parity: ParityHeader, _ header: DatagramHeader, _ payload: RawSpan, into output: inout ClassifierOutput
    ) -> Verdict? {
        let slot =
            candidates.slot(of: header.destination, from: header.source.address, parity.synchronizationSource)
            ?? addCandidate(
                Candidate(
                    destination: header.destination, source: header.source.address,
                    synchronizationSource: parity.synchronizationSource, payloadType: parity.payloadType,
                    lastSequence: parity.sequenceNumber, firstTime: header.time, lastTime: header.time,
                    isParity: true, isRow: parity.isRow))
        guard var candidate = candidates[slot], candidate.isParity else { return nil }
        if !candidate.list.isEmpty, parity.sequenceNumber == candidate.lastSequence.advanced(by: 1) {
            candidate.sawSequence = true
        }
        candidate.lastSequence = parity.sequenceNumber
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
    mutating func waitingParity(for channel: Int32) -> [ClassifierEvent.Delivery] {
        guard candidates.parityCount > 0 else { return [] }
        let media = channels[Int(channel)]
        var deliveries: [ClassifierEvent.Delivery] = []
        for slot in candidates.entries.indices {
            guard var candidate = candidates[slot], candidate.isParity,
                candidate.destination.address == media.destination.address,
                parityTarget(of: candidate.destination, from: candidate.source, isRow: candidate.isRow) == channel
            else { continue }
            candidates[slot] = nil
            while let packet = holding.decideFirst(of: &candidate.list) {
                deliveries.append(ClassifierEvent.Delivery(channel: channel, role: .parity, packet: packet))
            }
        }
        return deliveries
    }
}
