import Channels
import HTTPServing
import Pipeline
import Timing
import VenueWire

/// Everything that is answered at once, as it was at one moment; it never changes.
final class VenueView: Sendable {
    /// The venue's numbers.
    let venue: VenueSnapshot
    /// The channels in the order of reports.
    let channels: [ChannelView]
    /// The channels that are announced and not heard, in the order of their first announcements.
    let announced: [AnnouncedView]
    /// Whether nothing more comes: this is the last view of the venue.
    let isOver: Bool
    private let places: [String: Int]
    private let names: [String: [Int]]

    init(venue: VenueSnapshot, channels: [ChannelView], isOver: Bool = false) {
        self.venue = venue
        self.channels = channels
        self.isOver = isOver
        places = Dictionary(channels.enumerated().map { ($1.id, $0) }) { first, _ in first }
        announced = AnnouncedView.all(of: venue, beside: Set(places.keys))
        names = Dictionary(grouping: channels.indices) { channels[$0].name }
    }

    /// The announced channel that `text` names by its id, or by a name that no other announced one has; nil when none does.
    func announced(_ text: String) -> AnnouncedView? {
        if let found = announced.first(where: { $0.id == text }) { return found }
        let named = announced.filter { $0.channel.announcement.channel.name == text }
        return named.count == 1 ? named.first : nil
    }

    /// The channel that `text` names: its exact id, else its exact name when only one channel has it (definitions C4).
    func channel(_ text: String) throws(ChannelProblem) -> ChannelView {
        if let place = places[text] { return channels[place] }
        guard let found = names[text] else { throw .unknown(text) }
        guard found.count == 1 else { throw .ambiguous(text, ids: found.map { channels[$0].id }) }
        return channels[found[0]]
    }
}

/// Why a text names no channel.
enum ChannelProblem: Error, Equatable {
    /// No channel has this id or name.
    case unknown(String)
    /// Several channels have this name.
    case ambiguous(String, ids: [String])

    /// Characters of a name that an answer repeats.
    private static let shownLength = 64

    /// The beginning of a name that anybody may have made up, control characters shown as dots.
    private static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let shown = scalars.prefix(shownLength).map { $0.value < 0x20 || $0.value == 0x7f ? "." : $0 }
        return String(String.UnicodeScalarView(shown)) + (scalars.count > shownLength ? "..." : "")
    }

    /// What is answered.
    var response: Response {
        switch self {
        case .unknown(let text):
            .error(404, "there is no channel \"\(Self.shown(text))\"; /api/v1/channels lists them")
        case .ambiguous(let text, let ids):
            .error(409, "several channels are called \"\(text)\"; ask by id: \(ids.joined(separator: ", "))")
        }
    }
}
