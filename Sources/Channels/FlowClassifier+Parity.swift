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
            return repair(channel, .parity, header, payload)
        }
        guard mayWait else { return nil }
        return wait(parity, header, payload, into: &output)
    }

    /// The channel that a repair packet to `endpoint` protects: on its own port, or two or four ports below (SMPTE
    /// 2022-1: columns on port + 2, rows on port + 4).
    func parityTarget(of endpoint: Endpoint, from source: IPAddress, isRow: Bool) -> Int32? {
        for distance in isRow ? [4, 2, 0] as [UInt16] : [2, 4, 0] {
            if let channel = channel(at: endpoint, below: distance, from: source) { return channel }
        }
        return nil
    }

    private mutating func wait(
        _ parity: ParityHeader, _ header: DatagramHeader, _ payload: RawSpan, into output: inout ClassifierOutput
    ) -> Verdict? {
        let candidate = Candidate(
            destination: header.destination, source: header.source.address,
            synchronizationSource: parity.synchronizationSource, payloadType: parity.payloadType,
            lastSequence: parity.sequenceNumber, firstTime: header.time, lastTime: header.time,
            role: .parity, isRow: parity.isRow)
        return wait(candidate, header, payload, into: &output)
    }
}
