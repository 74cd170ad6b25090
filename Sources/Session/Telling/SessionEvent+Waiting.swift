import ObjectDelivery
import Pipeline
import VenueWire

/// What it takes to keep an event until it is told, and what makes it old.
extension SessionEvent {
    /// What one channel of a list counts for.
    private static let channelBytes = 512

    /// About how many bytes it holds, as far as others decide about that.
    var bytes: Int {
        switch self {
        case .channelList(_, let list): list.count * Self.channelBytes
        case .data(_, let message): message.bytes.count
        case .serviceState, .venueConnection, .file, .player: 0
        }
    }

    /// The kind whose list it tells; a newer list of that kind makes it old.
    var listedKind: ChannelKind? { if case .channelList(let kind, _) = self { kind } else { nil } }

    /// Whether it is a message of a data channel.
    var isMessage: Bool { if case .data = self { true } else { false } }
}
