import Channels
import DeviceLink
import Dispatch
import PacketIO
import Playback
import Quality
import Timing
import VenueRuntime
import VenueWire

extension VenueSession {
    /// Looks at the venue and tells what changed since the last look.
    func look(_ run: SessionRun) {
        let isAway = isAway
        let removed = run.state.withLock { state in
            pause(run, &state, isAway: isAway)
            return follow(run, &state, isAway: isAway)
        }
        invalidate(removed, run.venue)
    }

    /// Whether the app is in the background and no player may go on there.
    private var isAway: Bool {
        guard options.pausesWithLink, life.withLock({ $0.isInBackground }) else { return false }
        return !players.withLock { $0.all }.contains { _, player in
            let facts = player.facts
            return facts.isOpen && facts.isBackgroundPlaybackAllowed
        }
    }

    /// Leaves the venue, or joins it again, as the link and the app say.
    private func pause(_ run: SessionRun, _ state: inout SessionRun.State, isAway: Bool) {
        guard options.pausesWithLink else { return }
        let isPaused = isAway || !run.linkStatus.isUp
        guard isPaused != state.isPaused else { return }
        state.isPaused = isPaused
        if isPaused { run.venue.pause() } else { run.venue.resume() }
    }

    /// Tells what changed; returns the channels that left the lists.
    private func follow(
        _ run: SessionRun, _ state: inout SessionRun.State, isAway: Bool
    ) -> [ListedChannel.Key] {
        let isUp = run.linkStatus.isUp
        func tell(_ event: SessionEvent) { line.tell(event, of: run.number) }
        func service(_ hasChannels: Bool, _ isPoor: Bool) {
            tell(
                .serviceState(
                    ServiceState(
                        isRunning: !isAway, isLinkUp: isUp, hasChannels: hasChannels, hasPoorQuality: isPoor)))
        }
        var isPoor = players.withLock { $0.isPoor }
        let announced = run.venue.announced(after: state.lists.followed)
        var removed: [ListedChannel.Key] = []
        for step in state.lists.take(announced) {
            state.objects.take(step, run.venue, tell)
            for (kind, list) in step.lists { tell(.channelList(kind, list)) }
            removed += step.removed.map(\.key)
            if !step.added.isEmpty, isUp, !isAway { tell(.venueConnection(true)) }
            service(step.hasChannels, isPoor)
        }
        if let now = announced.now {
            state.objects.follow(run.venue, through: now, tell)
            judgeQuality(run) { poor in
                isPoor = poor
                service(state.lists.hasChannels, poor)
            }
        }
        tell(.venueConnection(announced.isInside && isUp && !isAway))
        service(state.lists.hasChannels, isPoor)
        return removed
    }

    /// Takes the new samples of the tuned channel; tells of each time that its quality becomes poor or good.
    private func judgeQuality(_ run: SessionRun, _ tell: (Bool) -> Void) {
        let tuned = players.withLock { players in
            players.tuned.flatMap { number in players[number].map { (number, $0) } }
        }
        guard let (number, session) = tuned, let index = channelIndex(of: session.channel, in: run.venue),
            let (link, now) = run.venue.link(of: index)
        else { return }
        for sample in link.samples(after: session.quality.last, through: now) {
            let change = players.withLock { players -> Bool? in
                guard var session = players[number], session.isOpen else { return nil }
                let before = session.quality.isPoor
                session.quality.take(sample)
                players[number] = session
                return session.quality.isPoor == before ? nil : !before
            }
            if let change { tell(change) }
        }
    }

    /// Tells players whose channels left the lists; on a queue of its own, since a player may be waiting for somebody who
    /// waits for the session.
    private func invalidate(_ removed: [ListedChannel.Key], _ venue: LiveVenue) {
        guard !removed.isEmpty else { return }
        let ids = life.withLock { life in Set(removed.compactMap { life.ids[$0] }) }
        let indices = Set(removed.compactMap { venue.channel(of: $0) })
        let gone = players.withLock { $0.all }.map(\.player).filter { player in
            let facts = player.facts
            guard facts.isOpen, let channel = facts.channel else { return false }
            return ids.contains(channel.id) || channelIndex(of: channel, in: venue).map(indices.contains) ?? false
        }
        guard !gone.isEmpty else { return }
        invalidating.async {
            for player in gone { player.invalidate() }
        }
    }
}
