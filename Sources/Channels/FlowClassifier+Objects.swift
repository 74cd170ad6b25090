import Bytes
public import NetworkFormats
import Timing
public import VenueWire

extension FlowClassifier {
    /// A packet of ALC or FLUTE: of a channel that is known, of one that it opens by a file delivery table, or of none.
    ///
    /// Packets of files that come before the first table are passed over: a carousel repeats them, and nothing but the
    /// table proves that they are files at all.
    mutating func classifyObject(
        _ flow: Int?, _ header: DatagramHeader, _ payload: RawSpan, into output: inout ClassifierOutput
    ) -> Verdict? {
        guard let session = TransportSession(payload) else { return nil }
        if let flow, let member = member(of: flow, signature: Self.objectSignature(session.identifier)) {
            expect(member, in: flow)
            return .object(channel: members[member].channel)
        }
        if let announced = announcedObject(header, session.identifier) {
            let channel = openObjects(
                header.destination, from: header.source.address, session: session.identifier, kind: announced.kind,
                carriage: announced.kind == .file ? .flute : .alc, at: header.moment, into: &output)
            return channel.map { .object(channel: $0) } ?? other(.tableFull)
        }
        guard session.isTable else { return nil }
        guard foundObjectChannels < Self.objectChannelLimit,
            let channel = openObjects(
                header.destination, from: header.source.address, session: session.identifier, kind: .file,
                carriage: .flute, at: header.moment, into: &output)
        else { return other(.tableFull) }
        foundObjectChannels += 1
        return .object(channel: channel)
    }

    /// Opens the data or file channel of one TSI from `source` to `destination`, or finds the one that is open already;
    /// nil when a table is full.
    ///
    /// Announced channels of kind `alc` and `flute` are opened with it when the first datagram of their TSI comes
    /// (``objectSession(of:)``); the datagram that opened one is an `object` of it.
    public mutating func openObjects(
        _ destination: Endpoint, from source: IPAddress, session: UInt64, kind: ChannelKind, carriage: Carriage,
        at moment: Moment, into output: inout ClassifierOutput
    ) -> Int32? {
        let signature = Self.objectSignature(session)
        let known = table.index(of: destination, from: source)
        if known >= 0, let member = member(of: known, signature: signature) { return members[member].channel }
        let place = VenueChannel.Place(destination: destination, session: session)
        let moved = takeMoving(to: place, from: source, carriage)
        guard moved != nil || channels.count < Self.channelLimit,
            let flow = known >= 0 ? known : table.insert(destination, from: source)
        else { return nil }
        let index = moved ?? Int32(truncatingIfNeeded: channels.count)
        guard addMember(to: flow, signature: signature, channel: index, role: .object) else { return nil }
        if let moved {
            settle(moved, at: place, nil, into: &output)
            return moved
        }
        let identity = ChannelIdentity(
            index: index, id: objectID(kind, destination, source, session), destination: destination, source: source,
            carriage: carriage, firstSeen: moment, kind: kind, transportSession: session)
        register(identity)
        output.events.append(.opened(identity))
        adopt(index, into: &output)
        return index
    }

    /// The TSI of a datagram that can be a packet of ALC or FLUTE; nil when it cannot.
    public static func objectSession(of payload: RawSpan) -> UInt64? { TransportSession.identifier(of: payload) }

    /// What tells the objects of one TSI from the other streams of a flow; no SSRC has it.
    static func objectSignature(_ session: UInt64) -> UInt64 { 1 << 62 | session }

    private func objectID(
        _ kind: ChannelKind, _ destination: Endpoint, _ source: IPAddress, _ session: UInt64
    ) -> String {
        let isFurther = (channelsByDestination[destination] ?? []).contains {
            channels[Int($0)].transportSession == session && channels[Int($0)].kind == kind
        }
        let text = ChannelIdentity.objectText(kind, destination, session)
        return ChannelIdentity.id(of: isFurther ? "\(text)|\(source)" : text)
    }
}
