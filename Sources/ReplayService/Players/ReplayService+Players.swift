import Channels
import HTTPServing
import Pipeline
import Playback
import Reports
import Session
import VenueSettings
import VenueWire

/// Players: the SDK's video view controller over HTTP.
extension ReplayService {
    /// Where players are.
    static let playersPath = "/api/v1/players"

    /// Makes a player, and plays the channel that is sent with it.
    func makePlayer(_ request: Request) -> Answer {
        changing { [self] in
            let played = try SentObject(request).text("channel").map { try playedChannel($0) }
            guard let made = players.make() else {
                throw Refusal(
                    .error(
                        503, "there are \(ServedPlayers.limit) players already: remove one, or wait until one expires",
                        headers: [Header("Retry-After", "5")]))
            }
            if let played { made.player.play(played) }
            return .json(
                201, OrderedJSON(player: made).text,
                headers: [Header("Location", "\(Self.playersPath)/\(made.id)")])
        }
    }

    func player(_ request: Request) -> Answer {
        changing { [self] in .json(200, OrderedJSON(player: try servedPlayer(request)).text) }
    }

    func removePlayer(_ request: Request) -> Answer {
        changing { [self] in
            guard players.remove(request.path[3]) else { throw Self.noPlayer }
            return Response(status: 204)
        }
    }

    /// Does something with a player, and shows what became of it.
    func usePlayer(
        _ request: Request, _ action: @escaping @Sendable (ReplayService, ServedPlayer, SentObject) throws -> Void
    ) -> Answer {
        changing { [self] in
            let sent = try SentObject(request)
            let player = try servedPlayer(request)
            try action(self, player, sent)
            return .json(200, OrderedJSON(player: player).text)
        }
    }

    /// The transport stream of a player, as it plays.
    func playerStream(_ request: Request) -> Answer {
        changing { [self] in
            let player = try servedPlayer(request)
            guard player.player.facts.isOpen else { throw PlayerFailure.notOpen }
            let headers = [
                Header("Content-Type", "video/mp2t"), Header("Cache-Control", "no-store"),
                Header("X-Accel-Buffering", "no"),
                // Decoders begin at the random access point before the play-head (definitions D10).
                Header("X-Clip-Accuracy", "key"),
            ]
            if request.isHead { return Response(status: 200, headers: headers) }
            guard let stream = player.stream.open() else {
                throw Refusal(
                    .error(
                        503, "\(PlayerStream.readerLimit) readers read this player already: make another one",
                        headers: [Header("Retry-After", "5")]))
            }
            return Response(status: 200, headers: headers, body: .stream(stream))
        }
    }

    private func servedPlayer(_ request: Request) throws -> ServedPlayer {
        guard let player = players.use(request.path[3]) else { throw Self.noPlayer }
        return player
    }

    private static let noPlayer = Refusal(
        .error(
            404,
            "there is no such player: it was removed, or nobody used it for \(ServedPlayers.patience.components.seconds) s"
        ))

    /// The channel that `text` names by its id or its name (definitions C4), whoever found it; one that is announced and was
    /// not heard yet counts as well.
    func playedChannel(_ text: String) throws -> PlayedChannel {
        let found: ChannelView?
        do throws(ChannelProblem) { found = try publisher.view.channel(text) } catch {
            guard case .unknown = error else { throw error }
            found = nil
        }
        if let found { return try playedChannel(found) }
        let listed = session.channels(.video).map { session.playedChannel($0) }
            .filter { $0.name == text || $0.id == text }
        guard let first = listed.first else { throw ChannelProblem.unknown(text) }
        guard listed.count == 1 else { throw ChannelProblem.ambiguous(text, ids: listed.map(\.id)) }
        return first
    }

    private func playedChannel(_ channel: ChannelView) throws -> PlayedChannel {
        guard channel.snapshot.identity.kind == .video else {
            throw Refusal(.error(409, "channel \"\(channel.name)\" carries no pictures or sound: choose another one"))
        }
        return PlayedChannel(
            id: channel.id, name: channel.name, announced: channel.announcement?.announcement.channel,
            slotMs: session.configuration.windows.slotMs)
    }

    /// Does what may wait for other threads; what is thrown is what is answered.
    private func changing(_ body: @escaping @Sendable () throws -> Response) -> Answer {
        .work {
            do { return try body() } catch let refusal as any RefusingError { return refusal.response } catch {
                return .error(500, "\(error)")
            }
        }
    }
}
