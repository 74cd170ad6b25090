import Channels
import Evidence
import History
import NetworkFormats
import Quality
import Timing
import VenueWire

/// One channel: its runs, windows, transport stream and counters.
///
/// One owner thread; found by a small integer.
///
/// Everything that changes lies in one struct: one dynamic exclusivity check for a datagram, not one for each property.
final class ChannelEngine {
    private let identity: ChannelIdentity
    private var state: ChannelState

    init(_ identity: ChannelIdentity, parameters: VenueParameters, pool: SlabPool) {
        self.identity = identity
        state = ChannelState(identity, parameters: parameters, pool: pool)
    }

    /// Its twelve digits.
    var id: String { identity.id }
    /// Where its media goes.
    var destination: Endpoint { identity.destination }
    /// When its newest media datagram came.
    var lastArrival: StreamTime? { state.lastArrival }

    /// The channel's numbers now.
    var snapshot: ChannelSnapshot { state.snapshot(of: identity) }

    /// The channel's history now; nil when nothing is kept.
    var history: HistorySnapshot? { state.historySnapshot }

    /// What arrived over a stretch, by what the channel knows at `now`.
    func excerpt(over stretch: DatagramStretch, at now: StreamTime) -> ChannelExcerpt {
        ChannelExcerpt(
            identity: identity, scheme: state.scheme, datagrams: state.store.excerpt(stretch), announcements: [],
            now: now)
    }

    /// The windows that still take packets.
    func openWindows(at time: StreamTime) -> [KeptWindow] { state.openWindows(at: time) }

    /// The channel's link indicator now.
    var link: LinkIndicator { state.link }

    /// Bytes that the history holds.
    var heldBytes: Int { state.heldBytes }

    /// Whether the history holds less than it should because of its byte cap, since this was last asked.
    func takeCapped() -> Bool { state.takeCapped() }

    /// Keeps `depth` of the channel from its next picture on.
    func keepHistory(of depth: StreamDuration) { state.keepHistory(of: depth) }

    /// Keeps twice `duration` beyond the depth, for playlists of that target duration.
    func keepHistory(forTarget duration: StreamDuration) { state.keepHistory(forTarget: duration) }

    /// Lets the history hold no more than `bytes`.
    func limitHistory(to bytes: Int) { state.limitHistory(to: bytes) }

    /// Whether ticks change nothing until the next datagram.
    func isQuiet(at time: StreamTime) -> Bool { state.isQuiet(at: time) }

    /// Whole seconds of ticks went by without it.
    func rested(seconds: Int64) { state.rested(seconds: seconds) }

    func media(_ rtp: RTPHeader, _ header: DatagramHeader, _ datagram: RawSpan, into sink: inout some ChannelSink) {
        state.media(rtp, header, datagram, into: &sink)
    }

    func transport(
        _ range: Range<Int>, _ header: DatagramHeader, _ datagram: RawSpan, into sink: inout some ChannelSink
    ) {
        state.transport(range, header, datagram, into: &sink)
    }

    func parity(_ header: DatagramHeader, _ datagram: RawSpan, into sink: inout some ChannelSink) {
        state.parity(header, datagram, into: &sink)
    }

    func blockRepair(_ header: DatagramHeader, _ datagram: RawSpan, into sink: inout some ChannelSink) {
        state.blockRepair(header, datagram, into: &sink)
    }

    func carrierRepair(_ header: DatagramHeader, _ datagram: RawSpan, into sink: inout some ChannelSink) {
        state.carrierRepair(header, datagram, into: &sink)
    }

    func announced(_ protection: AnnouncedProtection) { state.announced(protection) }

    func newSession(at moment: Moment, into sink: inout some ChannelSink) { state.newSession(at: moment, into: &sink) }

    func leave(at moment: Moment, into sink: inout some ChannelSink) { state.leave(at: moment, into: &sink) }

    func restart(at moment: Moment, into sink: inout some ChannelSink) { state.restart(at: moment, into: &sink) }

    func tick(at moment: Moment, isWholeSecond: Bool, into sink: inout some ChannelSink) {
        state.tick(at: moment, isWholeSecond: isWholeSecond, into: &sink)
    }

    func finish(at moment: Moment, into sink: inout some ChannelSink) { state.finish(at: moment, into: &sink) }
}
