import Channels
import NetworkFormats
import ObjectDelivery
import Protection
import Quality
import Timing

/// One data or file channel: its objects, its newest messages, its files and counters.
///
/// One owner thread, like a ``ChannelEngine``; everything that changes lies in one struct.
final class ObjectEngine {
    private let identity: ChannelIdentity
    private var state: ObjectState

    init(_ identity: ChannelIdentity, parameters: VenueParameters) {
        self.identity = identity
        state = ObjectState(identity, parameters: parameters)
    }

    /// Its twelve digits.
    var id: String { identity.id }
    /// Where its packets go.
    var destination: Endpoint { identity.destination }
    /// When its newest datagram came.
    var lastArrival: StreamTime? { state.traffic.last?.time }
    /// The newest messages.
    var messages: KeptMessages { state.messages }
    /// The distribution table.
    var files: [FileRecord] { state.receiver.files }

    /// The channel's numbers now.
    var snapshot: ChannelSnapshot { state.snapshot(of: identity) }

    /// Keeps messages as long as `depth`.
    func keepHistory(of depth: StreamDuration) { state.messages.keep(for: depth) }

    /// Whether ticks change nothing until the next datagram.
    func isQuiet(at time: StreamTime) -> Bool { state.isQuiet(at: time) }

    func object(_ header: DatagramHeader, _ datagram: RawSpan, into sink: inout some ChannelSink) {
        state.object(header, datagram, into: &sink)
    }

    func newSession(at moment: Moment, into sink: inout some ChannelSink) { state.newSession(at: moment, into: &sink) }

    func tick(at moment: Moment, into sink: inout some ChannelSink) { state.tick(at: moment, into: &sink) }

    func finish(at moment: Moment, into sink: inout some ChannelSink) { state.finish(at: moment, into: &sink) }
}
