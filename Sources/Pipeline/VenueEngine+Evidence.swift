import Channels
public import Evidence
public import History
import NetworkFormats

extension VenueEngine {
    /// What arrived of a channel over a stretch of its store; nil when no channel with media has this index.
    ///
    /// It costs what the stretch is long; no bytes of media are copied.
    public func excerpt(of channel: Int32, over stretch: DatagramStretch) -> ChannelExcerpt? {
        guard channel >= 0, Int(channel) < group.count, let engine = group.engine(channel) else { return nil }
        var excerpt = engine.excerpt(over: stretch, at: front.moment.time)
        let endpoints = [engine.destination, front.classifier.destination(of: channel)]
        if let first = excerpt.datagrams.first, let last = excerpt.datagrams.last {
            excerpt.announcements = announcements.about(endpoints, from: first.header.time, to: last.header.time)
        }
        return excerpt
    }

    /// The windows of a channel that still take packets: in no class yet; none where no channel with media has this index.
    public func openWindows(of channel: Int32) -> [KeptWindow] {
        guard channel >= 0, Int(channel) < group.count else { return [] }
        return group.engine(channel)?.openWindows(at: front.moment.time) ?? []
    }
}
