import PacketIO
import Timing
import VenueSimulator

/// One sender of a venue at work: its datagrams and the sockets they leave by.
///
/// A class because sockets cannot lie in an array; only the thread of its venue touches it.
final class SendingChannel {
    private let socket: MulticastSender
    private(set) var feed: LoopedFeed
    /// Datagrams that the system refused, of all kinds and of media.
    private(set) var refused = 0
    private(set) var refusedMedia = 0
    /// When the next datagram is due.
    private(set) var first: Int64

    init(_ spec: SenderSpec, interface: String, timeToLive: UInt8) throws(SenderFailure) {
        socket = try MulticastSender(interface: interface, ttl: timeToLive)
        feed = LoopedFeed(spec)
        first = feed.nextOffset().nanoseconds
    }

    /// Sends what is due until `limit`.
    func send(until limit: Int64) {
        while first <= limit {
            feed.next { datagram, payload in
                do throws(SenderFailure) { try socket.send(payload, to: datagram.destination) } catch {
                    refused += 1
                    if datagram.kind == .media { refusedMedia += 1 }
                }
            }
            first = feed.nextOffset().nanoseconds
        }
    }

    /// Switches the sender off now, and on at `offset`.
    func restart(at offset: Int64) {
        feed.restart(at: StreamDuration(nanoseconds: offset))
        first = feed.nextOffset().nanoseconds
    }
}

@available(*, unavailable)
extension SendingChannel: Sendable {}
