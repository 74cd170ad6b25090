import Channels
import NetworkFormats
import VenueWire

extension ChannelGroup {
    /// The venue says this of a channel from the next datagram on.
    func announced(_ channel: Int32, _ facts: AnnouncedChannel) { engine(channel)?.announced(facts.protection) }

    /// The Streamer that announces a channel began anew: so do its windows, or the numbers of its objects.
    mutating func newSession(_ channel: Int32, at moment: Moment, into sink: inout some ChannelSink) {
        wake(channel)
        engine(channel)?.newSession(at: moment, into: &sink)
        objects(channel)?.newSession(at: moment, into: &sink)
    }

    /// Nobody listens any more; messages and files go on where they were, since carousels bring what was missed.
    mutating func leave(at moment: Moment, into sink: inout some ChannelSink) {
        for channel in 0..<Int32(clamping: count) {
            wake(channel)
            engine(channel)?.leave(at: moment, into: &sink)
        }
    }
}
