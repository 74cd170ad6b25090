import Bytes
import NetworkFormats
import Timing
import VenueWire

extension FlowClassifier {
    /// How far the window of a repair packet may lie from that of the newest media packet; both bear the same k, so that
    /// 34 bits of random bytes would have to fit.
    private static let blockReach = -64...2
    /// Ports of a repair flow that is no XOR code, seen from its media's: those seen in the field first.
    private static let carrierDistances = [1, -2, 0] + (2...16).flatMap { [-$0 + 1, $0] } + [-16]
    /// How far beyond a repair packet's window, besides two windows, the newest media packet may be.
    private static let carrierSlack = 512
    /// What tells the raw repair packets of a flow from its other streams; no SSRC has it.
    static let blockSignature: UInt64 = 1 << 61

    /// Notes of a media packet what repair packets find it by.
    mutating func trace(
        _ rtp: RTPHeader, _ flow: Int, _ channel: Int32, _ header: DatagramHeader, _ payload: RawSpan
    ) {
        table.flows[flow].trace.sequence = rtp.sequenceNumber
        let isTransportStream = Int(table.flows[flow].packetLength) == TransportLayout.packetLength
        guard isTransportStream, !header.isTruncated,
            rtp.payload.count % TransportLayout.packetLength == SourceBlockID.length,
            let id = SourceBlockID(payload, at: rtp.payload.upperBound - SourceBlockID.length),
            Int(id.symbol) < Int(id.sourceCount)
        else { return }
        if table.flows[flow].trace.block == nil {
            let group = table.flows[flow].destination.address
            blockFlows[group, default: []].append(Int32(truncatingIfNeeded: flow))
        }
        table.flows[flow].trace.block = id
        table.flows[flow].trace.channel = channel
    }

    /// Notes of a new channel's packet what repair packets find it by.
    mutating func trace(_ rtp: RTPHeader, ofNew channel: Int32, _ header: DatagramHeader, _ payload: RawSpan) {
        let flow = table.index(of: header.destination, from: header.source.address)
        if flow >= 0 { trace(rtp, flow, channel, header, payload) }
    }

    /// Takes a repair packet of Simple Reed-Solomon (RFC 6865), or holds what may be one; nil for anything else.
    ///
    /// It has no RTP header and comes on another port of its media's group (definitions B5).
    mutating func takeBlockRepair(
        _ flow: Int?, _ header: DatagramHeader, _ payload: RawSpan, into output: inout ClassifierOutput
    ) -> Verdict? {
        guard let id = BlockTrace.repair(payload, header) else { return nil }
        if let flow, let member = member(of: flow, signature: Self.blockSignature) {
            expect(member, in: flow)
            return repair(members[member].channel, .blockRepair, header, payload)
        }
        if let channel = expectedRepair(header) {
            return join(channel, .blockRepair, signature: Self.blockSignature, flow, header, payload)
        }
        if let media = blockFlow(of: id, header) {
            table.flows[media].trace.hasRepairs = true
            return join(
                table.flows[media].trace.channel, .blockRepair, signature: Self.blockSignature, flow, header, payload)
        }
        guard flow == nil, OtherTraffic(of: header, payload) == .unknown else { return nil }
        let candidate = Candidate(
            destination: header.destination, source: header.source.address, synchronizationSource: 0, payloadType: 0,
            lastSequence: SequenceNumber(0), firstTime: header.time, lastTime: header.time, role: .blockRepair)
        return wait(candidate, header, payload, into: &output)
    }

    /// The flow whose media a repair packet protects: in the same group, its newest window near and of the same k.
    ///
    /// Of several, one of the same sender, then one that no repair flow has found yet, then the one of the lowest port.
    func blockFlow(of id: SourceBlockID, _ header: DatagramHeader) -> Int? {
        guard let flows = blockFlows[header.destination.address] else { return nil }
        var best: (flow: Int, rank: Int)?
        for place in flows {
            let flow = table.flows[Int(place)]
            guard let block = flow.trace.block, block.sourceCount == id.sourceCount,
                Self.blockReach.contains(id.distance(from: block.block)), flow.destination != header.destination
            else { continue }
            let rank =
                (flow.source == header.source.address ? 0 : 1 << 17) + (flow.trace.hasRepairs ? 1 << 16 : 0)
                + Int(flow.destination.port)
            if best.map({ rank < $0.rank }) ?? true { best = (Int(place), rank) }
        }
        return best?.flow
    }

    /// Takes a repair packet of the carriers' code, or holds it for its media; it never opens a channel.
    mutating func take(
        _ carrier: CarrierRepairHeader, _ flow: Int?, _ header: DatagramHeader, _ payload: RawSpan,
        into output: inout ClassifierOutput
    ) -> Verdict {
        let rtp = carrier.rtp
        if let channel = carrierTarget(of: carrier, header) {
            let signature = Self.signature(rtp.synchronizationSource, payloadType: rtp.payloadType)
            return join(channel, .carrierRepair, signature: signature, flow, header, payload)
        }
        guard flow == nil else { return other(.unconfirmedRTP) }
        let candidate = Candidate(
            destination: header.destination, source: header.source.address,
            synchronizationSource: rtp.synchronizationSource, payloadType: rtp.payloadType,
            lastSequence: rtp.sequenceNumber, firstTime: header.time, lastTime: header.time, role: .carrierRepair)
        return wait(candidate, header, payload, into: &output) ?? other(.unconfirmedRTP)
    }

    /// The channel whose newest numbers the window of a repair packet has just left: in the same group, on a port near.
    mutating func carrierTarget(of carrier: CarrierRepairHeader, _ header: DatagramHeader) -> Int32? {
        for distance in Self.carrierDistances {
            guard let port = UInt16(exactly: Int(header.destination.port) + distance),
                let found = channelsByDestination[Endpoint(header.destination.address, port)]
            else { continue }
            var first: Int32?
            for channel in found where isCovered(channel, by: carrier) {
                if channels[Int(channel)].source == header.source.address { return channel }
                first = first ?? channel
            }
            if let first { return first }
        }
        return nil
    }

    private mutating func isCovered(_ channel: Int32, by carrier: CarrierRepairHeader) -> Bool {
        let media = channels[Int(channel)]
        guard media.carriage.isRTP else { return false }
        let flow = table.index(of: destination(of: channel), from: media.source)
        guard flow >= 0, let newest = table.flows[flow].trace.sequence else { return false }
        let count = carrier.sourceCount
        return (-count...(2 * count + Self.carrierSlack)).contains(newest.distance(from: carrier.last))
    }
}
