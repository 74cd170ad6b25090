import NetworkFormats
import PacketIO
import Testing
import Timing
import VenueSimulator

/// What is sent over loopback while somebody receives, records and measures it.
struct LiveScenario: Sendable, CustomTestStringConvertible {
    /// What a script of the same datagrams must agree with beside the recording.
    enum Agreement: Sendable {
        /// Nothing: what arrives depends on the machine.
        case nothing
        /// What was lost and repaired.
        case counters
        /// The classes of windows as well.
        case windows
    }

    /// A step of the wall clock.
    struct Step: Sendable {
        /// When, counted from the first datagram.
        var after: StreamDuration
        /// How far the clock is ahead of the true time from then on.
        var shift: StreamDuration
    }

    var name: String
    /// In order of time; each is sent from its source, which is an address of the loopback interface.
    var datagrams: [SimulatedDatagram]
    var agreement = Agreement.windows
    /// The senders that are subscribed to; empty for all.
    var sources: [IPAddress] = []
    var steps: [Step] = []
    var bufferSize = ReceiverOptions.customaryBufferSize
    /// How long the receiver sleeps between its turns beside its own pause.
    var receiverPause = StreamDuration.zero
    /// What every datagram bears; DSCP needs a sender of its own.
    var ttl: UInt8 = 0
    var dscp: UInt8 = 0
    /// How long it goes on after the last datagram.
    var tail = StreamDuration(milliseconds: 150)
    /// Whether the loopback interface must carry IPv6 groups.
    var isIPv6 = false

    var testDescription: String { name }

    /// What the script holds: the datagrams that the subscriptions let through.
    var script: [SimulatedDatagram] {
        sources.isEmpty ? datagrams : datagrams.filter { sources.contains($0.source.address) }
    }

    /// Every group and port, in the order of the first datagram; one when there is none.
    var groups: [Endpoint] {
        guard !datagrams.isEmpty else { return [Endpoint(IPAddress(v4: 0xef4d_03fb), 43_000)] }
        var found: [Endpoint] = []
        for datagram in datagrams where !found.contains(datagram.destination) { found.append(datagram.destination) }
        return found
    }
}
