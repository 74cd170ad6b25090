import Bytes

extension FrameDecoder {
    /// An IGMP message of version 1, 2 or 3 (RFC 1112, RFC 2236, RFC 3376).
    mutating func igmp(
        _ message: RawSpan, wireLength: Int, _ origin: PacketOrigin, into sink: inout some DatagramSink
    ) {
        if let refusal = refusal(of: message, wireLength, atLeast: 8) { return counters.count(refusal) }
        let isStrict = options.verifyChecksums && message.byteCount == wireLength
        if isStrict, origin.hasWrongChecksum || !InternetChecksum.holds(message) {
            return counters.count(.badChecksum)
        }
        let group = IPAddress(v4: message.bigEndian(at: 4))
        switch message.byte(at: 0) {
        case 0x11: query(message, wireLength, of: group, MembershipLayout.igmp, origin, into: &sink)
        case 0x12, 0x16: tell(.join, group, origin, into: &sink)
        case 0x17: tell(.leave, group, origin, into: &sink)
        case 0x22: report(message, wireLength, MembershipLayout.igmp, origin, into: &sink)
        default: counters.count(.transport(IPProtocol.igmp))
        }
    }

    /// An ICMPv6 message, read when it is one of MLD version 1 or 2 (RFC 2710, RFC 3810).
    mutating func listenerDiscovery(
        _ message: RawSpan, wireLength: Int, _ origin: PacketOrigin, into sink: inout some DatagramSink
    ) {
        if let refusal = refusal(of: message, wireLength, atLeast: 8) { return counters.count(refusal) }
        let kind = message.byte(at: 0)
        if kind == 143 { return report(message, wireLength, MembershipLayout.mld, origin, into: &sink) }
        guard (130...132).contains(kind) else { return counters.count(.transport(IPProtocol.icmpV6)) }
        if let refusal = refusal(of: message, wireLength, atLeast: 24) { return counters.count(refusal) }
        let group = MembershipLayout.mld.address(message, at: 8)
        switch kind {
        case 130: query(message, wireLength, of: group, MembershipLayout.mld, origin, into: &sink)
        case 131: tell(.join, group, origin, into: &sink)
        default: tell(.leave, group, origin, into: &sink)
        }
    }

    private func refusal(of message: RawSpan, _ wireLength: Int, atLeast length: Int) -> FrameRefusal? {
        if message.byteCount >= length { return nil }
        return wireLength >= length ? .truncatedHeader : .malformed
    }

    private mutating func tell(
        _ event: MembershipReport.Event, _ group: IPAddress, _ origin: PacketOrigin,
        into sink: inout some DatagramSink
    ) {
        counters.membershipMessages += 1
        sink.observe(
            MembershipReport(
                time: origin.moment.time, ordinal: origin.moment.ordinal, host: origin.source, group: group,
                event: event))
    }

    /// A query; from version 3 (MLD 2) on it may name sources.
    private mutating func query(
        _ message: RawSpan, _ wireLength: Int, of group: IPAddress, _ layout: MembershipLayout,
        _ origin: PacketOrigin, into sink: inout some DatagramSink
    ) {
        var sources: [IPAddress] = []
        let list = layout.querySources
        if wireLength >= list {
            if let refusal = refusal(of: message, wireLength, atLeast: list) { return counters.count(refusal) }
            let count = Int(message.bigEndian(at: list - 2, as: UInt16.self))
            let end = list + count * layout.addressLength
            if let refusal = refusal(of: message, wireLength, atLeast: end) { return counters.count(refusal) }
            sources = layout.addresses(message, at: list, count: count)
        }
        counters.membershipMessages += 1
        sink.observe(
            MembershipReport(
                time: origin.moment.time, ordinal: origin.moment.ordinal, host: origin.source, group: group,
                event: .query, sources: sources))
    }

    /// A report of version 3 (MLD 2): group records (RFC 3376, 4.2.4; RFC 3810, 5.2.5).
    private mutating func report(
        _ message: RawSpan, _ wireLength: Int, _ layout: MembershipLayout, _ origin: PacketOrigin,
        into sink: inout some DatagramSink
    ) {
        let records = Int(message.bigEndian(at: 6, as: UInt16.self))
        var position = 8
        for _ in 0..<records {
            let list = position + 4 + layout.addressLength
            if let refusal = refusal(of: message, wireLength, atLeast: list) { return counters.count(refusal) }
            let count = Int(message.bigEndian(at: position + 2, as: UInt16.self))
            let end = list + count * layout.addressLength
            if let refusal = refusal(of: message, wireLength, atLeast: end) { return counters.count(refusal) }
            if let event = MembershipLayout.event(ofRecord: message.byte(at: position), sources: count) {
                sink.observe(
                    MembershipReport(
                        time: origin.moment.time, ordinal: origin.moment.ordinal, host: origin.source,
                        group: layout.address(message, at: position + 4), event: event,
                        sources: layout.addresses(message, at: list, count: count)))
            }
            position = end + Int(message.byte(at: position + 1)) * 4
        }
        counters.membershipMessages += 1
    }
}
