import Bytes
public import NetworkFormats
public import Timing
public import VenueWire

extension FlowClassifier {
    /// Channels at one group and port that an announcement can name; more senders than this are told apart by address only.
    static let adoptionLimit = 64

    /// Takes a datagram to the announcements' group and port or to SAP's port.
    mutating func takeAnnouncement(
        _ header: DatagramHeader, _ payload: RawSpan, into output: inout ClassifierOutput
    ) {
        var reader = ByteReader(payload)
        let packet = try? SAPPacket(parsing: &reader)
        let isVenue = header.destination == venue.rules.endpoint
        if let packet, packet.isVenueAnnouncement || isVenue && !packet.isDescription {
            takeAnnouncement(packet, header, into: &output)
        } else if packet == nil, isVenue {
            takeAnnouncement(nil, header, into: &output)
        } else {
            newestAnnounced = directory.receive(packet, header)
        }
    }

    /// Takes a datagram that is an announcement although it went elsewhere; false when it is none (definitions C6).
    mutating func takeStrayAnnouncement(
        _ header: DatagramHeader, _ payload: RawSpan, into output: inout ClassifierOutput
    ) -> Bool {
        var reader = ByteReader(payload)
        guard let packet = try? SAPPacket(parsing: &reader), packet.isVenueAnnouncement else { return false }
        takeAnnouncement(packet, header, into: &output)
        return true
    }

    /// Whether a datagram can be SAP with an announcement of the venue: cheap, since strangers send a lot.
    static func mayAnnounce(_ payload: RawSpan) -> Bool {
        guard payload.byteCount >= 8, payload.byte(at: 0) >> 5 == 1 else { return false }
        let flags = payload.byte(at: 0)
        let start = (flags & 0x10 == 0 ? 8 : 20) + Int(payload.byte(at: 1)) * 4
        guard start + 2 <= payload.byteCount, flags & 0x02 == 0 else { return false }
        // Compressed: zlib's two bytes (RFC 1950, 2.2).
        if flags & 0x01 != 0 {
            return payload.byte(at: start) & 0x0f == 8 && payload.bigEndian(at: start, as: UInt16.self) % 31 == 0
        }
        let type = VenueAnnouncement.payloadType.utf8
        guard start + type.count < payload.byteCount else { return false }
        var offset = start
        for byte in type {
            guard payload.byte(at: offset) | 0x20 == byte | 0x20 else { return false }
            offset += 1
        }
        return true
    }

    private mutating func takeAnnouncement(
        _ packet: SAPPacket?, _ header: DatagramHeader, into output: inout ClassifierOutput
    ) {
        let change = venue.receive(packet, header)
        newestAnnounced = venue.newestPlace.map { [$0.destination] } ?? []
        guard let change else { return }
        for place in change.places where !newestAnnounced.contains(place.destination) {
            newestAnnounced.append(place.destination)
        }
        if let old = change.formerPlace, let new = change.places.first { beginMove(from: old, to: new) }
        for place in change.places { adopt(at: place, isNewSession: change.isNewSession, into: &output) }
    }

    mutating func pruneAnnounced(at moment: Moment, into output: inout ClassifierOutput) {
        for place in venue.prune(at: moment) { adopt(at: place, into: &output) }
    }

    /// Judges what is announced by other rules.
    public mutating func set(_ rules: AnnouncementRules, at moment: Moment, into output: inout ClassifierOutput) {
        for place in venue.set(rules, at: moment) { adopt(at: place, into: &output) }
    }

    /// The listener goes away: nothing is announced any more.
    public mutating func leaveVenue(at moment: Moment, into output: inout ClassifierOutput) {
        for place in venue.leave(at: moment) { adopt(at: place, into: &output) }
    }

    /// The channel that the venue's record `key` is now, or was when it was announced; nil while none of its datagrams came.
    public func channel(announcedAs key: VenueChannel.Key) -> Int32? {
        guard let record = venue.channel(key) else {
            return announcements.lastIndex { $0?.key == key }.map { Int32($0) }
        }
        return (channelsByDestination[record.place.destination] ?? []).prefix(Self.adoptionLimit).first {
            announcements[Int($0)].map { $0.isCurrent && $0.key == key } ?? false
        }
    }

    /// The groups that a listener has to join anew at `time` because they are silent (SDK semantics 3.7); `lastArrival`
    /// tells when a channel's newest datagram came.
    public mutating func restarts(
        at time: StreamTime, isWholeSecond: Bool, lastArrival: (Int32) -> StreamTime?
    ) -> [IPAddress] {
        guard time >= venue.nextDue else { return [] }
        var groups: [IPAddress] = []
        if let group = venue.listenerRestart(at: time) { groups.append(group) }
        guard isWholeSecond else { return groups }
        groups += venue.flowRestarts(at: time) { record in
            let senders = channelsByDestination[record.announcement.channel.destination] ?? []
            return senders.prefix(Self.adoptionLimit).filter { record.means(channels[Int($0)].source) }
                .compactMap(lastArrival).max()
        }
        return groups
    }

    /// The data or file channel that announces the objects of `session` in a datagram's flow; nil when none does.
    func announcedObject(_ header: DatagramHeader, _ session: UInt64) -> AnnouncedChannel? {
        venue.record(
            at: VenueChannel.Place(destination: header.destination, session: session), from: header.source.address
        )?.announcement.channel
    }

    /// The video channel that is announced at `endpoint` for what `source` sends; nil when none is.
    public func announcedVideo(at endpoint: Endpoint, from source: IPAddress) -> AnnouncedChannel? {
        venue.record(at: VenueChannel.Place(destination: endpoint, session: nil), from: source)?.announcement.channel
    }

    /// The channels that were announced at `old` go on at `new` when something comes there.
    private mutating func beginMove(from old: VenueChannel.Place, to new: VenueChannel.Place) {
        guard moving.count < VenueDirectory.channelLimit else { return }
        let first = (channelsByDestination[old.destination] ?? []).prefix(Self.adoptionLimit).first {
            places[Int($0)] == old && announcements[Int($0)]?.isCurrent == true
        }
        if let first { moving[new] = first }
    }

    /// The channel that goes on at `place` with what `source` begins to send there; nil when none does.
    mutating func takeMoving(
        to place: VenueChannel.Place, from source: IPAddress, _ carriage: Carriage
    ) -> Int32? {
        guard let channel = moving[place], channels[Int(channel)].source == source,
            channels[Int(channel)].carriage == carriage
        else { return nil }
        moving[place] = nil
        return channel
    }

    /// The channel goes on at `place`: in another flow, perhaps with another SSRC.
    mutating func settle(
        _ channel: Int32, at place: VenueChannel.Place, _ synchronizationSource: UInt32?,
        into output: inout ClassifierOutput
    ) {
        places[Int(channel)] = place
        if channelsByDestination[place.destination]?.contains(channel) != true {
            channelsByDestination[place.destination, default: []].append(channel)
        }
        if let synchronizationSource {
            output.events.append(.restarted(channel: channel, synchronizationSource: synchronizationSource))
        }
        adopt(channel, into: &output)
    }

    /// Where a channel's datagrams go now: elsewhere than where it was found when its announcement moved it.
    public func destination(of channel: Int32) -> Endpoint { places[Int(channel)].destination }

    /// Names the channels at `place` anew.
    private mutating func adopt(
        at place: VenueChannel.Place, isNewSession: Bool = false, into output: inout ClassifierOutput
    ) {
        // What is announced there no more needs no channel to go on there.
        if !venue.hasRecord(at: place) { moving[place] = nil }
        guard let found = channelsByDestination[place.destination] else { return }
        for channel in found.prefix(Self.adoptionLimit) where places[Int(channel)] == place {
            let before = announcements[Int(channel)]
            adopt(channel, into: &output)
            guard isNewSession, let after = announcements[Int(channel)], after.isCurrent,
                before?.announcement.sessionID != after.announcement.sessionID
            else { continue }
            output.events.append(.newSession(channel: channel))
        }
    }

    /// Gives `channel` what the venue says of it now.
    mutating func adopt(_ channel: Int32, into output: inout ClassifierOutput) {
        let identity = channels[Int(channel)]
        let old = announcements[Int(channel)]
        guard let record = venue.record(at: places[Int(channel)], from: identity.source),
            record.announcement.channel.kind == identity.kind
        else {
            announcements[Int(channel)]?.isCurrent = false
            return
        }
        var announcement = record.announcement
        announcement.sequence = 0
        announcements[Int(channel)] = ChannelAnnouncement(
            announcement: announcement, source: record.source, isLicensed: record.isListed, isCurrent: true)
        guard old?.announcement.channel != announcement.channel else { return }
        if let before = old?.announcement.channel { forgetRepairs(of: channel, before) }
        expectRepairs(of: channel, announcement.channel)
        output.events.append(.announced(channel: channel, announcement.channel))
    }
}

extension SAPPacket {
    /// Whether it carries a session description, rather than nothing at all.
    fileprivate var isDescription: Bool { isSessionDescription && (payloadType != nil || !payload.isEmpty) }
}
