import Channels
import Clips
import HTTPServing
import Pipeline
import Reports

/// One channel as the newest view shows it.
struct ChannelView: Sendable {
    /// Its place in the venue.
    let index: Int32
    /// Its id (definitions C4).
    let id: String
    /// What people call it.
    let name: String
    /// Its numbers.
    let snapshot: ChannelSnapshot
    /// Its numbers as reports show them.
    let report: ChannelReport
    /// What the venue says of it; nil when it never named it.
    let announcement: ChannelAnnouncement?
    /// Its playlists; nil before the first one.
    let lists: ChannelLists?
}

/// A channel's playlists and the segments that can be fetched.
struct ChannelLists: Sendable {
    /// The playlist of transport stream segments.
    let transport: SharedContent
    /// The playlist of fragmented MP4 segments.
    let fragmented: SharedContent
    /// Who cut the segments, as it was when the lists were written.
    let segmenter: Segmenter
}

extension ClipChannel {
    /// What clips and segments say of the channel.
    init(_ channel: ChannelView) {
        self.init(
            id: channel.id, name: channel.name, packetLength: channel.snapshot.identity.packetLength ?? 188)
    }
}
