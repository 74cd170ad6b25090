import Channels
import NetworkFormats
import Pipeline
import Reports
import VenueWire

/// A channel that the venue announces and of which no datagram has come.
struct AnnouncedView: Sendable {
    /// The id that it has as soon as something of it comes, when no other sender is there before (definitions C4).
    let id: String
    /// What the venue says of it.
    let channel: VenueChannel

    /// The listed channels of `venue` that nothing was heard of, in the order of their first announcements, without those
    /// whose id is among `taken`.
    static func all(of venue: VenueSnapshot, beside taken: Set<String>) -> [Self] {
        let heard = Set(venue.announcements.compactMap { $0?.key })
        var taken = taken
        return venue.venue.listed.compactMap { channel in
            guard !heard.contains(channel.key) else { return nil }
            let id = ChannelIdentity.usualID(of: channel.announcement.channel)
            // Two Streamers may announce the same flow; what comes there is one channel.
            return taken.insert(id).inserted ? Self(id: id, channel: channel) : nil
        }
    }
}

extension OrderedJSON {
    /// The properties of a channel that nothing was heard of: what its announcement says, and nothing that can be fetched.
    init(announced: AnnouncedView) {
        let announcement = announced.channel.announcement
        let (facts, license) = (announcement.channel, announcement.license)
        self = [
            "id": .string(announced.id), "name": .string(facts.name), "kind": .string(facts.kind.rawValue),
            "origin": .string("announced"), "licensed": .bool(true),
            "channelText": .string(facts.text.isEmpty ? facts.name : facts.text),
            "bandwidthKbps": .integer(facts.bandwidthKbps), "sessionNum": .integer(Int(facts.sessionNumber)),
            "venueName": .string(license.venueName), "contentOwner": .string(license.contentOwner),
            "appDeveloper": .string(license.appDeveloper), "sessionId": .string(announcement.sessionID),
            "sessionTitle": .string(announcement.title), "group": .string(facts.destination.address.description),
            "port": .integer(Int(facts.destination.port)),
            "source": facts.source.map { .string($0.description) } ?? .null,
            "carriage": .string(facts.encoding.rawValue), "state": .string("announced"), "linkIndicator": .null,
            "historySeconds": .decimal(0, digits: 3), "oldest": .null, "liveEdge": .null, "codecs": .array([]),
            "bitrateKbps": .decimal(0, digits: 1), "receiverDrops": .integer(0), "clip": .null, "playlist": .null,
        ]
    }
}
