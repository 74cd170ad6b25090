import Playback
import Reports

extension OrderedJSON {
    /// A player's state: the guide's five flags, the play-head, and where its stream is.
    init(player: ServedPlayer) {
        let facts = player.player.facts
        self = [
            "id": .string(player.id), "number": .integer(player.number),
            "channel": .optional(facts.channel?.name), "channelId": .optional(facts.channel?.id),
            "offsetMs": .integer(facts.offsetMs), "depthMs": .integer(facts.depthMs), "isOpen": .bool(facts.isOpen),
            "isPlaying": .bool(facts.isPlaying), "isVisible": .bool(facts.isVisible),
            "isAppActive": .bool(facts.isAppActive),
            "isBackgroundPlaybackAllowed": .bool(facts.isBackgroundPlaybackAllowed),
            "isBuffering": .bool(facts.isBuffering), "state": .optional(facts.state?.rawValue),
            "stream": .string("\(ReplayService.playersPath)/\(player.id)/stream.ts"),
        ]
    }
}
