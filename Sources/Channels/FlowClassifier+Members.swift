import NetworkFormats
import Timing
import VenueWire

extension FlowClassifier {
    /// The flow's member with this signature; nil when there is none.
    func member(of flow: Int, signature: UInt64) -> Int? { member(of: flow) { $0.signature == signature } }

    /// The flow's media stream with this SSRC, whatever the payload type.
    func mediaMember(of flow: Int, _ source: UInt32) -> Int? {
        member(of: flow) { $0.role == .media && UInt32(truncatingIfNeeded: $0.signature >> 8) == source }
    }

    func hasMediaMember(_ flow: Int) -> Bool { member(of: flow) { $0.role == .media } != nil }

    private func member(of flow: Int, where fits: (Member) -> Bool) -> Int? {
        var index = table.flows[flow].newestMember
        while index >= 0 {
            if fits(members[Int(index)]) { return Int(index) }
            index = members[Int(index)].next
        }
        return nil
    }

    /// The indices of the flow's members, newest first.
    func members(of flow: Int) -> [Int] {
        var found: [Int] = []
        var index = table.flows[flow].newestMember
        while index >= 0 {
            found.append(Int(index))
            index = members[Int(index)].next
        }
        return found
    }

    /// Adds a stream to the flow and expects it next; false when the flow has too many.
    mutating func addMember(
        to flow: Int, signature: UInt64, channel: Int32, role: FlowRole, packetLength: Int = 0
    ) -> Bool {
        guard table.flows[flow].memberCount < Self.memberLimit else { return false }
        members.append(
            Member(
                signature: signature, channel: channel, role: role,
                packetLength: UInt16(truncatingIfNeeded: packetLength), next: table.flows[flow].newestMember))
        table.flows[flow].memberCount += 1
        table.flows[flow].newestMember = Int32(truncatingIfNeeded: members.count - 1)
        expect(members.count - 1, in: flow)
        return true
    }

    /// Makes the member the one that the flow's next datagram is compared with first.
    mutating func expect(_ member: Int, in flow: Int) {
        guard !table.flows[flow].isWatched else { return }
        table.flows[flow].signature = members[member].signature
        table.flows[flow].channel = members[member].channel
        table.flows[flow].role = members[member].role
        table.flows[flow].packetLength = members[member].packetLength
    }

    /// Opens a channel of the flow to `header`'s destination, which is added when it is new, with the first of `members`.
    ///
    /// Nil when a table is full; nothing is opened then.
    mutating func open(
        _ destination: Endpoint, from source: IPAddress, _ rtp: RTPHeader?, packetLength: Int?, at moment: Moment,
        into output: inout ClassifierOutput
    ) -> Int32? {
        let carriage: Carriage =
            rtp == nil ? .udpTransportStream : packetLength == nil ? .rtpElementaryStream : .rtpTransportStream
        let place = VenueChannel.Place(destination: destination, session: nil)
        let moved = takeMoving(to: place, from: source, carriage)
        guard moved != nil || channels.count < Self.channelLimit else { return nil }
        let known = table.index(of: destination, from: source)
        guard let flow = known >= 0 ? known : table.insert(destination, from: source) else { return nil }
        let index = moved ?? Int32(truncatingIfNeeded: channels.count)
        let signature = rtp.map { Self.signature($0.synchronizationSource, payloadType: $0.payloadType) }
        let isAdded = addMember(
            to: flow, signature: signature ?? Self.transportSignature, channel: index,
            role: rtp == nil ? .transport : .media, packetLength: packetLength ?? 0)
        guard isAdded else { return nil }
        if let moved {
            settle(moved, at: place, rtp?.synchronizationSource, into: &output)
            return moved
        }
        let others = (channelsByDestination[destination] ?? []).filter { !channels[Int($0)].carriage.isObjects }
        let identity = ChannelIdentity(
            index: index, id: freshID(destination, source, rtp?.synchronizationSource, beside: others),
            destination: destination, source: source, synchronizationSource: rtp?.synchronizationSource,
            carriage: carriage, packetLength: packetLength, payloadType: rtp?.payloadType, firstSeen: moment)
        register(identity)
        output.events.append(.opened(identity))
        adopt(index, into: &output)
        if let first = others.first, destination.address.isMulticast,
            !others.contains(where: { channels[Int($0)].source == source })
        {
            output.events.append(.found(.twoSources(channel: first, second: index, at: moment)))
        }
        return index
    }

    private func freshID(
        _ destination: Endpoint, _ source: IPAddress, _ synchronizationSource: UInt32?, beside others: [Int32]
    ) -> String {
        var further: [String] = []
        if !others.isEmpty { further.append("\(source)") }
        if others.contains(where: { channels[Int($0)].source == source }) {
            further.append(
                synchronizationSource.map(ChannelIdentity.text(ofSource:)) ?? Carriage.udpTransportStream.rawValue)
        }
        var id = ChannelIdentity.id(of: ChannelIdentity.canonicalText(destination, further))
        // An SSRC that was replaced by a restart and comes back beside its successor would get a name that is taken.
        while others.contains(where: { channels[Int($0)].id == id }) {
            further.append("again")
            id = ChannelIdentity.id(of: ChannelIdentity.canonicalText(destination, further))
        }
        return id
    }
}
