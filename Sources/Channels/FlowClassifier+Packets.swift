import Bytes
import NetworkFormats
import Timing
import VenueWire

extension FlowClassifier {
    /// A datagram of a flow that no channel is known in.
    mutating func classifyUnknown(
        _ header: DatagramHeader, _ payload: RawSpan, into output: inout ClassifierOutput
    ) -> Verdict {
        holding.retireDecided()
        if header.destination.port == SAPPacket.port || header.destination == venue.rules.endpoint {
            takeAnnouncement(header, payload, into: &output)
            return .announcement
        }
        guard payload.byteCount > 0 else { return other(.empty) }
        if Self.mayAnnounce(payload), takeStrayAnnouncement(header, payload, into: &output) { return .announcement }
        if let verdict = takeBlockRepair(nil, header, payload, into: &output) { return verdict }
        if payload.byte(at: 0) >> 6 == 2 { return classifyVersion2(nil, header, payload, into: &output) }
        return classifyRaw(nil, header, payload, into: &output)
    }

    /// A datagram of a known flow that is not like the one before.
    mutating func classifyKnown(
        _ flow: Int, _ header: DatagramHeader, _ payload: RawSpan, into output: inout ClassifierOutput
    ) -> Verdict {
        holding.retireDecided()
        guard payload.byteCount > 0 else { return other(.empty) }
        if Self.mayAnnounce(payload), takeStrayAnnouncement(header, payload, into: &output) { return .announcement }
        if let verdict = takeBlockRepair(flow, header, payload, into: &output) { return verdict }
        if payload.byte(at: 0) >> 6 == 2 { return classifyVersion2(flow, header, payload, into: &output) }
        return classifyRaw(flow, header, payload, into: &output)
    }

    /// Not version 2: a raw transport stream, or nothing of ours.
    private mutating func classifyRaw(
        _ flow: Int?, _ header: DatagramHeader, _ payload: RawSpan, into output: inout ClassifierOutput
    ) -> Verdict {
        let wireLength = max(payload.byteCount, Int(header.wireLength))
        let all = 0..<payload.byteCount
        if let flow, let member = member(of: flow, signature: Self.transportSignature) {
            let length = Int(members[member].packetLength)
            if TransportLayout.isDamagedRun(payload, length: length, wireLength: wireLength) {
                expect(member, in: flow)
                return .transport(channel: members[member].channel, payload: all, packetLength: length)
            }
            if let changed = TransportLayout.packetLength(of: payload, in: all, wireLength: wireLength) {
                members[member].packetLength = UInt16(truncatingIfNeeded: changed)
                expect(member, in: flow)
                return .transport(channel: members[member].channel, payload: all, packetLength: changed)
            }
        } else if let length = TransportLayout.packetLength(of: payload, in: all, wireLength: wireLength) {
            guard
                let channel = open(
                    header.destination, from: header.source.address, nil, packetLength: length, at: header.moment,
                    into: &output)
            else { return other(.tableFull) }
            return .transport(channel: channel, payload: all, packetLength: length)
        }
        return classifyObject(flow, header, payload, into: &output) ?? other(OtherTraffic(of: header, payload))
    }

    /// Version 2: RTP, RTCP, a repair packet, or something that looks like it by chance.
    private mutating func classifyVersion2(
        _ flow: Int?, _ header: DatagramHeader, _ payload: RawSpan, into output: inout ClassifierOutput
    ) -> Verdict {
        let isWatched = flow.map { table.flows[$0].isWatched } ?? false
        let isLong = payload.byteCount >= RTPHeader.fixedLength
        if let flow, isLong, let member = member(of: flow, signature: Self.signature(of: payload)) {
            let role = members[member].role
            if role.isRepair { return repair(members[member].channel, role, header, payload) }
            if !isWatched {
                expect(member, in: flow)
                return media(member, flow, header, payload)
            }
        }
        if RTCPCompound.canBegin(payload, wireLength: max(payload.byteCount, Int(header.wireLength))) {
            return control(header)
        }
        guard isLong else { return other(OtherTraffic(of: header, payload)) }
        let rtp = try? RTPHeader(parsing: payload, wireLength: Int(header.wireLength))
        let packetLength = rtp.flatMap { transportLength(of: $0, header, payload) }
        if isOpen(packetLength, rtp, payload), let parity = plausibleParity(payload),
            let verdict = take(parity, mayWait: flow == nil, flow, header, payload, into: &output)
        {
            return verdict
        }
        if isOpen(packetLength, rtp, payload),
            let carrier = CarrierRepairHeader(parsing: payload, wireLength: Int(header.wireLength))
        {
            return take(carrier, flow, header, payload, into: &output)
        }
        guard let rtp else { return other(flow == nil ? OtherTraffic(of: header, payload) : .malformedRTP) }
        guard let flow else { return classifyNew(rtp, packetLength, header, payload, into: &output) }
        if isWatched { return watch(flow, header, payload, into: &output) }
        if let member = mediaMember(of: flow, rtp.synchronizationSource) {
            // The same numbering under another payload type: events beside audio, or a changed coding.
            members[member].signature = Self.signature(rtp.synchronizationSource, payloadType: rtp.payloadType)
            expect(member, in: flow)
            trace(rtp, flow, members[member].channel, header, payload)
            return .media(channel: members[member].channel, rtp)
        }
        if !hasMediaMember(flow) { return classifyNew(rtp, packetLength, header, payload, into: &output) }
        return probe(rtp, packetLength, header, payload, into: &output)
    }

    private mutating func media(
        _ member: Int, _ flow: Int, _ header: DatagramHeader, _ payload: RawSpan
    ) -> Verdict {
        do {
            let rtp = try RTPHeader(parsing: payload, wireLength: Int(header.wireLength))
            trace(rtp, flow, members[member].channel, header, payload)
            return .media(channel: members[member].channel, rtp)
        } catch {
            return other(.malformedRTP)
        }
    }

    /// The first packets of a flow without a media stream.
    private mutating func classifyNew(
        _ rtp: RTPHeader, _ packetLength: Int?, _ header: DatagramHeader, _ payload: RawSpan,
        into output: inout ClassifierOutput
    ) -> Verdict {
        let announced = announcedVideo(at: header.destination, from: header.source.address)
        guard packetLength != nil || announced?.encoding == .rtpElementaryStream else {
            if let kind = OtherTraffic(reservedBy: header) { return other(kind) }
            return probe(rtp, nil, header, payload, into: &output)
        }
        var early = HeldList()
        if let slot = candidates.slot(
            of: header.destination, from: header.source.address, rtp.synchronizationSource)
        {
            early = candidates[slot]?.list ?? early
            candidates[slot] = nil
        }
        guard
            let channel = open(
                header.destination, from: header.source.address, rtp, packetLength: packetLength, at: header.moment,
                into: &output)
        else {
            drop(&early, as: .tableFull)
            return other(.tableFull)
        }
        trace(rtp, ofNew: channel, header, payload)
        deliver(&early, toNew: channel, into: &output)
        return .media(channel: channel, rtp)
    }

    /// Whether media as it looks may be a repair packet: the first protected number may begin with a sync byte.
    ///
    /// Then nothing else looks like transport packets but the length, which is that of one packet of 204 bytes.
    private func isOpen(_ packetLength: Int?, _ rtp: RTPHeader?, _ payload: RawSpan) -> Bool {
        guard let packetLength, let rtp else { return true }
        return rtp.payloadType != RTPHeader.transportStreamPayloadType && rtp.payload.count < 2 * packetLength
    }

    private func transportLength(of rtp: RTPHeader, _ header: DatagramHeader, _ payload: RawSpan) -> Int? {
        let cut = max(0, Int(header.wireLength) - payload.byteCount)
        return TransportLayout.packetLength(
            of: payload, in: rtp.payload, wireLength: rtp.payload.count + cut, isRTP: true,
            isDeclared: rtp.payloadType == RTPHeader.transportStreamPayloadType)
    }

    /// RTCP lies on its media's port when multiplexed (RFC 5761), else on the next one.
    private mutating func control(_ header: DatagramHeader) -> Verdict {
        let channel =
            channel(at: header.destination, from: header.source.address)
            ?? channel(at: header.destination, below: 1, from: header.source.address)
        if channel == nil { others.count(.rtcp) }
        return .control(channel: channel)
    }

    /// The channel with RTP whose port is `distance` below the endpoint's: the source's own, else the first.
    func channel(at endpoint: Endpoint, below distance: UInt16 = 0, from source: IPAddress) -> Int32? {
        guard endpoint.port >= distance else { return nil }
        let place = Endpoint(endpoint.address, endpoint.port - distance)
        guard let found = channelsByDestination[place] else { return nil }
        // Up to a thousand senders of one group: no list is made.
        var first: Int32?
        for channel in found where channels[Int(channel)].carriage.isRTP {
            if channels[Int(channel)].source == source { return channel }
            first = first ?? channel
        }
        return first
    }
}
