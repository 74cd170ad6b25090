import Bytes
import Evidence
import NetworkFormats
import Timing
import VenueWire

extension FlowClassifier {
    /// A packet of an SSRC that is not known in its flow: it waits until a second one follows it (RFC 3550, A.1).
    mutating func probe(
        _ rtp: RTPHeader, _ packetLength: Int?, _ header: DatagramHeader, _ payload: RawSpan,
        into output: inout ClassifierOutput
    ) -> Verdict {
        let slot = candidateSlot(rtp, header)
        guard var candidate = candidates[slot] else { return other(.unconfirmedRTP) }
        let follows = !candidate.list.isEmpty && rtp.sequenceNumber == candidate.lastSequence.advanced(by: 1)
        candidate.lastSequence = rtp.sequenceNumber
        candidate.lastTime = header.time
        guard follows else {
            hold(header, payload, in: &candidate.list, for: .candidate(slot: slot))
            while candidate.list.count > Self.probationLimit, !candidate.isRepair { dropFirst(of: &candidate.list) }
            candidates[slot] = candidate
            arm(header.time + Self.silence)
            relieve(into: &output)
            return .held
        }
        candidates[slot] = nil
        let flow = table.index(of: header.destination, from: header.source.address)
        if flow >= 0, hasMediaMember(flow) {
            beginWatch(flow, candidate, rtp, packetLength, header)
            return watch(flow, header, payload, into: &output)
        }
        guard
            let channel = open(
                header.destination, from: header.source.address, rtp, packetLength: packetLength,
                at: firstMoment(of: candidate.list) ?? header.moment, into: &output)
        else {
            drop(&candidate.list, as: .tableFull)
            return other(.tableFull)
        }
        trace(rtp, ofNew: channel, header, payload)
        deliver(&candidate.list, toNew: channel, into: &output)
        return .media(channel: channel, rtp)
    }

    func existingCandidate(_ synchronizationSource: UInt32, _ header: DatagramHeader) -> Int? {
        candidates.slot(of: header.destination, from: header.source.address, synchronizationSource)
    }

    /// The slot of the packet's candidate, which is made when it is new.
    private mutating func candidateSlot(_ rtp: RTPHeader, _ header: DatagramHeader) -> Int {
        if let slot = existingCandidate(rtp.synchronizationSource, header) { return slot }
        return addCandidate(
            Candidate(
                destination: header.destination, source: header.source.address,
                synchronizationSource: rtp.synchronizationSource, payloadType: rtp.payloadType,
                lastSequence: rtp.sequenceNumber, firstTime: header.time, lastTime: header.time))
    }

    mutating func addCandidate(_ candidate: Candidate) -> Int {
        let slot = candidates.slotToFill(for: candidate)
        if var displaced = candidates[slot] {
            candidates[slot] = nil
            drop(&displaced.list, as: .unconfirmedRTP)
        }
        candidates[slot] = candidate
        return slot
    }

    /// Delivers a new channel's packets of probation together with the repair packets that waited for it, by arrival.
    mutating func deliver(_ list: inout HeldList, toNew channel: Int32, into output: inout ClassifierOutput) {
        var deliveries: [ClassifierEvent.Delivery] = []
        while let packet = holding.decideFirst(of: &list) {
            guard let rtp = rtpHeader(of: packet) else {
                others.count(.malformedRTP)
                continue
            }
            deliveries.append(ClassifierEvent.Delivery(channel: channel, role: .media(rtp), packet: packet))
        }
        deliveries += waitingRepairs(for: channel)
        deliveries.sort { $0.packet < $1.packet }
        for delivery in deliveries { output.events.append(.delivered(delivery)) }
    }

    @discardableResult
    mutating func hold(
        _ header: DatagramHeader, _ payload: RawSpan, in list: inout HeldList, for owner: HeldOwner
    ) -> PacketID {
        holding.hold(header, payload, in: &list, for: owner)
    }

    /// Gives up the oldest of `list`, counted as what it looks like.
    mutating func dropFirst(of list: inout HeldList, as kind: OtherTraffic? = nil) {
        guard let packet = holding.decideFirst(of: &list) else { return }
        others.count(kind ?? self.kind(of: packet))
    }

    mutating func drop(_ list: inout HeldList, as kind: OtherTraffic) {
        while !list.isEmpty { dropFirst(of: &list, as: kind == .unconfirmedRTP ? nil : kind) }
    }

    /// When too much is held, decides on the oldest.
    mutating func relieve(into output: inout ClassifierOutput) {
        // As often as it takes: what comes may be far longer than what goes.
        while holding.isOverLimit, let owner = holding.oldestOwner {
            switch owner {
            case .candidate(let slot):
                guard var candidate = candidates[slot] else { return }
                dropFirst(of: &candidate.list)
                candidates[slot] = candidate.list.isEmpty ? nil : candidate
            case .watch(let flow):
                decide(flow, into: &output)
            }
        }
    }

    mutating func arm(_ time: StreamTime) { deadline = min(deadline, time) }

    func rtpHeader(of packet: PacketID) -> RTPHeader? {
        guard let datagram = holding.store[packet], let slab = holding.store.slab(of: packet) else { return nil }
        let bytes = slab.bytes
        return try? RTPHeader(
            parsing: bytes.extracting(datagram.range), wireLength: Int(datagram.header.wireLength))
    }

    private func kind(of packet: PacketID) -> OtherTraffic {
        guard let datagram = holding.store[packet], let slab = holding.store.slab(of: packet) else {
            return .unconfirmedRTP
        }
        let bytes = slab.bytes
        return OtherTraffic(of: datagram.header, bytes.extracting(datagram.range))
    }

    func firstMoment(of list: HeldList) -> Moment? {
        holding.store[PacketID(serial: list.first)]?.header.moment
    }
}
