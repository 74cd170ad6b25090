import Bytes
import Evidence
import NetworkFormats
import Timing
import VenueWire

extension FlowClassifier {
    /// Begins to hold the flow's packets: the candidate's next packet, `rtp`, follows its last one.
    mutating func beginWatch(
        _ flow: Int, _ candidate: Candidate, _ rtp: RTPHeader, _ packetLength: Int?, _ header: DatagramHeader
    ) {
        var early = candidate.list
        var watch = SenderWatch(first: rtp, packetLength: packetLength, lastTime: header.time, list: HeldList())
        while !early.isEmpty { holding.moveFirst(of: &early, to: &watch.list, for: .watch(flow: flow)) }
        watches[flow] = watch
        table.flows[flow].isWatched = true
        table.flows[flow].signature = 0
        table.flows[flow].role = .media
    }

    /// Holds one packet of a watched flow; decides when it was the sixteenth.
    mutating func watch(
        _ flow: Int, _ header: DatagramHeader, _ payload: RawSpan, into output: inout ClassifierOutput
    ) -> Verdict {
        guard var watch = watches[flow] else { return other(.unconfirmedRTP) }
        hold(header, payload, in: &watch.list, for: .watch(flow: flow))
        watch.remaining -= 1
        watch.lastTime = header.time
        watches[flow] = watch
        arm(header.time + Self.silence)
        if watch.remaining == 0 { decide(flow, into: &output) }
        relieve(into: &output)
        return .held
    }

    /// Decides whether the new SSRC is a restart of one of the flow's streams or a channel of its own, and delivers all.
    mutating func decide(_ flow: Int, into output: inout ClassifierOutput) {
        guard var watch = watches.removeValue(forKey: flow) else { return }
        table.flows[flow].isWatched = false
        let packets = takeAll(&watch)
        let streams = members(of: flow).filter { members[$0].role == .media }
        let counts = streams.map { stream in
            packets.count { $0.isMedia(of: synchronizationSource(of: stream)) }
        }
        let isTransportStream = watch.packetLength != nil
        let replaced = zip(streams, counts).first { stream, count in
            let carriage = channels[Int(members[stream].channel)].carriage
            return count < SenderWatch.goingOn && carriage.isTransportStream == isTransportStream
        }?.0
        var rest = packets
        if let replaced {
            rest = restart(replaced, in: flow, with: watch.first, packets, into: &output)
        } else {
            openBeside(flow, watch, packets, isGoingOn: counts.contains { $0 >= SenderWatch.goingOn }, into: &output)
        }
        for packet in rest { route(packet, in: flow, into: &output) }
    }

    private func synchronizationSource(of member: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: members[member].signature >> 8)
    }

    /// Gives the stream its new SSRC and returns what is still to be delivered: all but the old SSRC's stragglers.
    private mutating func restart(
        _ member: Int, in flow: Int, with rtp: RTPHeader, _ packets: [HeldPacket], into output: inout ClassifierOutput
    ) -> [HeldPacket] {
        let old = synchronizationSource(of: member)
        let channel = members[member].channel
        for packet in packets where packet.isMedia(of: old) {
            deliver(packet, to: channel, into: &output)
        }
        members[member].signature = Self.signature(rtp.synchronizationSource, payloadType: rtp.payloadType)
        expect(member, in: flow)
        output.events.append(
            .restarted(channel: channel, synchronizationSource: rtp.synchronizationSource))
        return packets.filter { !$0.isMedia(of: old) }
    }

    private mutating func openBeside(
        _ flow: Int, _ watch: SenderWatch, _ packets: [HeldPacket], isGoingOn: Bool, into output: inout ClassifierOutput
    ) {
        let destination = table.flows[flow].destination
        let source = table.flows[flow].source
        let beside = members(of: flow).last { members[$0].role == .media }.map { members[$0].channel }
        let first = packets.first { $0.isMedia(of: watch.first.synchronizationSource) }
        guard let moment = first.flatMap({ holding.store[$0.packet]?.header.moment }),
            let channel = open(
                destination, from: source, watch.first, packetLength: watch.packetLength, at: moment, into: &output)
        else { return }
        if let beside, isGoingOn {
            output.events.append(.found(.twoSenders(channel: beside, second: channel, at: moment)))
        }
    }

    /// Delivers a packet to the stream with its SSRC; a third SSRC, or one that found no room, is given up.
    ///
    /// The third one's earlier packets go too: a hole between them and its next ones would look like loss.
    private mutating func route(_ packet: HeldPacket, in flow: Int, into output: inout ClassifierOutput) {
        guard case .media(let rtp) = packet.content else { return deliver(packet, into: &output) }
        guard let member = mediaMember(of: flow, rtp.synchronizationSource) else {
            others.count(.unconfirmedRTP)
            if let header = holding.store[packet.packet]?.header,
                let slot = existingCandidate(rtp.synchronizationSource, header),
                var early = candidates[slot]?.list
            {
                candidates[slot] = nil
                drop(&early, as: .unconfirmedRTP)
            }
            return
        }
        deliver(packet, to: members[member].channel, into: &output)
    }

    /// Delivers a media packet to `channel`, a repair packet to the channel that it protects.
    private mutating func deliver(_ packet: HeldPacket, to channel: Int32 = 0, into output: inout ClassifierOutput) {
        let delivery =
            switch packet.content {
            case .media(let rtp):
                ClassifierEvent.Delivery(channel: channel, role: .media(rtp), packet: packet.packet)
            case .repair(let channel, let role):
                ClassifierEvent.Delivery(channel: channel, role: role, packet: packet.packet)
            }
        output.events.append(.delivered(delivery))
    }

    private mutating func takeAll(_ watch: inout SenderWatch) -> [HeldPacket] {
        var packets: [HeldPacket] = []
        while let packet = holding.decideFirst(of: &watch.list) {
            if let repair = watch.repairs[packet] {
                packets.append(
                    HeldPacket(packet: packet, content: .repair(channel: repair.channel, Self.delivered(repair.role))))
            } else if let rtp = rtpHeader(of: packet) {
                packets.append(HeldPacket(packet: packet, content: .media(rtp)))
            } else {
                others.count(.malformedRTP)
            }
        }
        return packets
    }

    /// A held packet and what it is.
    private struct HeldPacket {
        enum Content {
            case media(RTPHeader)
            case repair(channel: Int32, ClassifierEvent.Role)
        }

        var packet: PacketID
        var content: Content

        func isMedia(of source: UInt32) -> Bool {
            guard case .media(let rtp) = content else { return false }
            return rtp.synchronizationSource == source
        }
    }
}
