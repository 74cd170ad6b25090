import Channels
import Pipeline
import Playback
import Timing
import VenueRuntime

/// Where a session's players find the media of channels, as long as the session runs.
final class SessionVenue: PlayedVenue {
    private weak let session: VenueSession?

    init(_ session: VenueSession) { self.session = session }

    var clock: (now: StreamTime, isRunning: Bool)? {
        session?.playedVenue?.clock.map { ($0.now, $0.isRunning) }
    }

    func history(of channel: PlayedChannel) -> PlayedHistory? {
        guard let session, let venue = session.playedVenue, let index = session.channelIndex(of: channel, in: venue),
            let snapshot = venue.channelSnapshot(of: index), let history = snapshot.history
        else { return nil }
        return PlayedHistory(
            history: history, transport: snapshot.transport, packetLength: snapshot.identity.packetLength ?? 188)
    }
}
