/// What a server-sent event is called: every notification and list callback of the SDK has one.
enum EventName: String, CaseIterable, Sendable {
    /// The list of video channels changed.
    case videoChannelList
    /// The list of data channels changed.
    case dataChannelList
    /// The list of file channels changed.
    case fileChannelList
    /// A player runs short of media, or has enough again.
    case videoEvent
    /// A player's channel has a new state.
    case playerState
    /// The service went up or down, or is down for other reasons.
    case serviceState
    /// The venue was entered or left.
    case venueConnection
    /// A player's channel is no longer announced.
    case channelInvalid
    /// A message of a data channel.
    case data
    /// A file is complete and checked.
    case file
    /// Somebody marked a moment.
    case mark

    /// Whether one event makes all earlier ones of its name old: a reader who gets the newest needs no other.
    var isState: Bool {
        switch self {
        case .videoChannelList, .dataChannelList, .fileChannelList, .serviceState, .venueConnection: true
        case .videoEvent, .playerState, .channelInvalid, .data, .file, .mark: false
        }
    }

    /// Reads the names of a query, `data,file`; the first word that is none is thrown.
    static func set(of text: String) throws(UnknownEvent) -> Set<EventName> {
        var names: Set<EventName> = []
        for word in text.split(separator: ",") {
            guard let name = EventName(rawValue: String(word)) else { throw UnknownEvent(word: String(word)) }
            names.insert(name)
        }
        return names
    }
}

/// A word that is no event's name.
struct UnknownEvent: Error, CustomStringConvertible {
    /// The word.
    let word: String

    /// One sentence: what is wrong and what there is.
    var description: String {
        "types= has \"\(word)\", which is no event; there are \(EventName.allCases.map(\.rawValue).joined(separator: ","))"
    }
}
