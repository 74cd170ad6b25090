import Foundation
import HTTPServing
import Pipeline
import Playback
import Reports
import Session
import VenueRuntime
import VenueWire

/// What a session tells, as events with names and data.
struct SessionEvents: Sendable {
    private let session: VenueSession
    /// When the channel of an id was first seen, in milliseconds since 1970; nil for an unknown one.
    private let epoch: @Sendable (String) -> Int64?

    init(_ session: VenueSession, epoch: @escaping @Sendable (String) -> Int64?) {
        self.session = session
        self.epoch = epoch
    }

    /// The event's name and its data.
    func event(_ event: SessionEvent) -> (name: EventName, data: String) {
        switch event {
        case .channelList(let kind, let channels): list(kind, channels)
        case .serviceState(let state): (.serviceState, OrderedJSON(serviceState: state).text)
        case .venueConnection(let isConnected):
            (.venueConnection, OrderedJSON(isConnectedToVenue: isConnected).text)
        case .data(let channel, let message): (.data, data(channel, message).text)
        case .file(let channel, let file): (.file, self.file(channel, file).text)
        case .player(let number, let change): Self.player(number, change)
        }
    }

    /// How things stand: the lists, the service's state, whether the venue is there, and every complete file.
    var standing: EventFeed.Standing {
        let kinds: [ChannelKind] = [.video, .data, .file]
        var told = kinds.map { list($0, session.channels($0)) }
        told.append((.serviceState, OrderedJSON(serviceState: session.serviceState).text))
        told.append((.venueConnection, OrderedJSON(isConnectedToVenue: session.isConnectedToVenue).text))
        for channel in session.channels(.file) {
            for file in session.files(of: channel) where file.isReady {
                told.append((.file, self.file(channel, file).text))
            }
        }
        return told
    }

    private func id(of channel: ListedChannel) -> String { session.playedChannel(channel).id }

    private func list(_ kind: ChannelKind, _ channels: [ListedChannel]) -> (name: EventName, data: String) {
        let rows = channels.map { OrderedJSON(listed: $0, id: id(of: $0)) }
        let data: OrderedJSON = ["channels": .array(rows)]
        let name: EventName =
            switch kind {
            case .video: .videoChannelList
            case .data: .dataChannelList
            case .file: .fileChannelList
            }
        return (name, data.text)
    }

    /// A message, called as its own route calls it.
    private func data(_ channel: ListedChannel, _ message: KeptMessage) -> OrderedJSON {
        let id = id(of: channel)
        let name = epoch(id).map { MessageID(epoch: $0, number: message.number).text } ?? String(message.number)
        return ["channel": .string(channel.name), "channelId": .string(id)]
            + OrderedJSON(message: message, id: name)
    }

    private func file(_ channel: ListedChannel, _ file: StoredFile) -> OrderedJSON {
        let id = id(of: channel)
        return ["channel": .string(channel.name), "channelId": .string(id)]
            + OrderedJSON(file: file, channel: id)
    }

    private static func player(_ number: Int, _ change: PlayerChange) -> (name: EventName, data: String) {
        let data: OrderedJSON
        let name: EventName
        switch change {
        case .state(let state, let channel):
            name = .playerState
            data = [
                "player": .integer(number), "channel": .string(channel), "state": .string(state.rawValue),
            ]
        case .buffering(let isActive):
            name = .videoEvent
            data = [
                "player": .integer(number),
                "type": .string(isActive ? "videoBufferingActive" : "videoBufferingInactive"),
            ]
        case .channelInvalid(let channel):
            name = .channelInvalid
            data = ["player": .integer(number), "channel": .string(channel)]
        }
        return (name, data.text)
    }
}

extension OrderedJSON {
    /// The members of one object and then those of another; what is no object has none.
    static func + (first: OrderedJSON, second: OrderedJSON) -> OrderedJSON {
        .object(first.members + second.members)
    }

    private var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }
}
