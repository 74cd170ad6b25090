import Channels
import PacketIO
import Pipeline
public import Playback
import Quality
import VenueRuntime
import VenueSettings
import VenueWire

extension VenueSession {
    /// Makes a player, which `number` tells in events; it is closed with the session.
    public func makePlayer(output: any PlayerOutput) -> (number: Int, player: Player) {
        let number = players.withLock { $0.reserve() }
        let player = Player(SessionVenue(self), output: output) { [weak self] change in
            self?.player(number, changed: change)
        }
        players.withLock { $0.add(player, number) }
        return (number, player)
    }

    /// Closes and forgets a player.
    public func removePlayer(_ number: Int) {
        players.withLock { $0.players[number] }?.close()
        _ = players.withLock { $0.remove(number) }
    }

    /// The channel of a player, as the lists know it.
    ///
    /// Its id is that of the channel that is heard. One that is announced only has the id that it is expected to get; players
    /// find it by that even when it gets another one.
    public func playedChannel(_ channel: ListedChannel) -> PlayedChannel {
        let id = life.withLock { $0.ids[channel.key] } ?? settleID(of: channel)
        return PlayedChannel(
            id: id, name: channel.name, announced: channel.announcement.channel, slotMs: configuration.windows.slotMs)
    }

    /// So many ids are remembered; then those of channels that are neither listed nor played are forgotten.
    static let idLimit = 4_096

    private func forgetIDs() {
        guard life.withLock({ $0.ids.count >= Self.idLimit }) else { return }
        let listed = Set(line.told.lists.values.flatMap { $0.map(\.key) })
        let played = Set(players.withLock { $0.all }.compactMap { $0.player.facts.channel?.id })
        life.withLock { life in
            for (key, id) in life.ids where !listed.contains(key) && !played.contains(id) {
                life.ids[key] = nil
                life.keys[id] = nil
            }
        }
    }

    private func settleID(of channel: ListedChannel) -> String {
        forgetIDs()
        let venue = venue
        let heard = venue?.channel(of: channel.key).flatMap { venue?.channelSnapshot(of: $0)?.identity.id }
        let expected = ChannelIdentity.expectedID(of: channel.announcement.channel)
        let isTaken = venue?.channel(withID: expected) != nil
        return life.withLock { life in
            if let known = life.ids[channel.key] { return known }
            var id = heard ?? expected
            if heard == nil && isTaken || life.keys[id] != nil {
                id = ChannelIdentity.substituteID(of: channel.key)
            }
            life.ids[channel.key] = id
            life.keys[id] = channel.key
            return id
        }
    }

    /// The index of a player's channel; nil while none of its datagrams came.
    func channelIndex(of channel: PlayedChannel, in venue: LiveVenue) -> Int32? {
        guard let key = life.withLock({ $0.keys[channel.id] }) else { return venue.channel(withID: channel.id) }
        return venue.channel(of: key)
    }

    /// Notes what a player's session counts from, and what it had counted in the end; then tells of the change.
    private func player(_ number: Int, changed change: PlayerChange) {
        switch change {
        case .state(.open, _): openSession(of: number)
        case .state(.close, _): closeSession(of: number)
        case .state, .buffering, .channelInvalid: break
        }
        line.tell(.player(number, change))
    }

    private func openSession(of number: Int) {
        guard let channel = players.withLock({ $0.players[number] })?.facts.channel else { return }
        let venue = playedVenue
        let snapshot = venue.flatMap { venue in
            channelIndex(of: channel, in: venue).flatMap { venue.channelSnapshot(of: $0) }
        }
        var session = PlayedSession(
            channel, start: snapshot.map(ChannelNumbers.init) ?? ChannelNumbers(), at: venue?.health.now,
            thresholds: PoorQuality.Thresholds(configuration.quality))
        let key = life.withLock { $0.keys[channel.id] }
        if let key, let listed = line.told.lists[key.kind]?.first(where: { $0.key == key }) {
            session.sessionID = listed.announcement.sessionID
            session.title = listed.announcement.title
        }
        players.withLock { $0.open(session, number) }
    }

    private func closeSession(of number: Int) {
        guard var session = players.withLock({ $0[number] }), session.isOpen else { return }
        session.closed = numbers(of: session)
        session.quality = PoorQuality(since: session.quality.last, thresholds: session.quality.thresholds)
        players.withLock { $0[number] = session }
        lastingRun?.uploader.upload()
    }
}

extension PlayerTable {
    /// Whether the tuned channel loses too much.
    var isPoor: Bool { tuned.flatMap { self[$0] }?.quality.isPoor ?? false }
}
