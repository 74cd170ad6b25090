import NetworkFormats
import Protection
import VenueWire

extension ChannelState {
    /// Learns how the venue says the channel is protected.
    mutating func announced(_ protection: AnnouncedProtection) { flow.announced(protection) }

    /// The sender's windows begin anew; its sequence numbers may go on (definitions B6).
    mutating func newSession(at moment: Moment, into sink: inout some ChannelSink) {
        flow.restartWindows(at: moment, in: &store, into: &windows)
        handOn(at: moment, into: &sink)
    }
}
