import Bytes
import NetworkFormats
import PacketIO
import VenueSimulator

/// One socket of a Streamer and the datagrams that wait to be sent with one system call.
///
/// A class because sockets cannot lie in an array; only the sending thread touches it.
final class StreamerSocket {
    /// So many datagrams are sent at once.
    private static let batch = 64
    /// Or so many bytes.
    private static let room = 1 << 17

    private let socket: MulticastSender
    private var bytes: [UInt8] = []
    private var list: [OutgoingDatagram] = []
    /// Which of them are media.
    private var media: [Bool] = []

    init(_ socket: consuming MulticastSender) {
        self.socket = socket
        bytes.reserveCapacity(Self.room + MulticastSender.longestPayload)
        list.reserveCapacity(Self.batch)
    }

    /// Puts a datagram behind those that wait, which are sent when there are enough.
    func add(_ payload: RawSpan, to destination: Endpoint, isMedia: Bool, _ counts: inout StreamerCounts) {
        let start = bytes.count
        bytes.append(copying: payload)
        list.append(OutgoingDatagram(start..<bytes.count, to: destination))
        media.append(isMedia)
        if list.count >= Self.batch || bytes.count >= Self.room { flush(&counts) }
    }

    /// Sends all that wait.
    func flush(_ counts: inout StreamerCounts) {
        guard !list.isEmpty else { return }
        do throws(SenderFailure) {
            try socket.send(list.span, in: bytes.lent)
            counts.datagrams += list.count
            counts.bytes += bytes.count
        } catch {
            sendSingly(&counts)
        }
        list.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        media.removeAll(keepingCapacity: true)
    }

    /// Sends one by one, so that one that cannot be sent does not keep the others back.
    ///
    /// Some may have been sent already: what comes twice does no harm.
    private func sendSingly(_ counts: inout StreamerCounts) {
        for (datagram, isMedia) in zip(list, media) {
            do throws(SenderFailure) {
                try socket.send(bytes.lent.extracting(datagram.range), to: datagram.destination)
                counts.datagrams += 1
                counts.bytes += datagram.range.count
            } catch {
                counts.refused += 1
                if isMedia { counts.refusedMedia += 1 }
            }
        }
    }
}

@available(*, unavailable)
extension StreamerSocket: Sendable {}
