import Channels
import VenueRuntime
import VenueWire

extension ListedChannel {
    /// A channel of the venue's list.
    init(_ channel: VenueChannel) { self.init(key: channel.key, announcement: channel.announcement) }
}

extension LiveVenue {
    /// The index of a channel of the lists; nil while none of its datagrams came.
    func channel(of key: ListedChannel.Key) -> Int32? { channel(announcedAs: key) }
}
