import NetworkFormats
import Protection
import TransportStream
import VenueWire

extension ChannelState {
    /// Learns how the venue says the channel is protected.
    mutating func announced(_ protection: AnnouncedProtection) { flow.announced(protection) }

    /// The sender's windows begin anew; its sequence numbers may go on (definitions B6).
    mutating func newSession(at moment: Moment, into sink: inout some ChannelSink) {
        flow.restartWindows(at: moment, in: &store, into: &windows)
        handOn(at: moment, into: &sink)
    }

    /// Nobody listens any more: what comes when somebody listens again is another run, and nothing is lost in between.
    mutating func leave(at moment: Moment, into sink: inout some ChannelSink) {
        guard !isRTP else { return restart(at: moment, into: &sink) }
        slots?.restart(at: moment, into: &windows)
        transport?.restart(at: moment)
        handOn(at: moment, into: &sink)
    }
}
