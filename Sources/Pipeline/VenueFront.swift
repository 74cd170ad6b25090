import Channels
import NetworkFormats
import Timing

/// The venue's side of the cut: which channel a datagram belongs to, when ticks are due, who joined which group.
///
/// It runs on the reading thread; the channels' side is ``ChannelGroup``.
struct VenueFront: Sendable {
    var classifier: FlowClassifier
    var events = ClassifierOutput()
    var clock = TickClock()
    var memberships = MembershipLog()
    var otherFlows = OtherFlowTable()
    /// The last datagram's ordinal.
    private(set) var ordinal: UInt64 = 0

    init(rules: AnnouncementRules) { classifier = FlowClassifier(rules: rules) }

    /// The moment of stream time now.
    var moment: Moment { Moment(time: clock.now, ordinal: ordinal) }

    /// A datagram arrives; every tick due by then was run.
    mutating func arrived(_ header: DatagramHeader) {
        clock.datagram(at: header.time)
        ordinal = header.ordinal
        memberships.arrived(header)
    }
}
