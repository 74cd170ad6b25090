import Channels
import VenueRuntime
import VenueWire

extension ListedChannel {
    /// A channel of the venue's list.
    init(_ channel: VenueChannel) { self.init(key: Key(channel.key), announcement: channel.announcement) }
}

extension ListedChannel.Key {
    init(_ key: VenueChannel.Key) {
        self.init(
            source: key.source, streamerID: key.streamerID, kind: key.kind, sessionNumber: key.sessionNumber)
    }

    /// The same as the venue knows it.
    var venueKey: VenueChannel.Key {
        VenueChannel.Key(source: source, streamerID: streamerID, kind: kind, sessionNumber: sessionNumber)
    }
}

extension LiveVenue {
    /// The index of a channel of the lists; nil while none of its datagrams came.
    func channel(of key: ListedChannel.Key) -> Int32? { channel(announcedAs: key.venueKey) }
}
