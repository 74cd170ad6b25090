import Dispatch
import Foundation
import NetworkFormats
import PacketIO
import Synchronization
import VenueRuntime
import VenueSimulator

/// Sends what no venue sends, as fast as the machine can take it, from a thread of its own.
///
/// Sender and receiver share the machine's processors, which a network would not: the thread waits when too much lies in the
/// receive buffers.
final class FaultFlood: Sendable {
    /// Datagrams between two looks at what the venue has taken.
    private static let lookInterval = 64
    /// Datagrams that may be under way: with the kernel's own records half of a receive buffer.
    static let underWayLimit = 1_500
    /// The same for very long ones.
    private static let fatLimit = 64
    /// Sessions that are announced, more than a directory keeps.
    private static let sessionLimit = 1_000

    private struct Counts {
        var sent = 0
        var bytes = 0
        var refused = 0
        var sessions = 0
        var mostSockets = 0
        var longestWait = 0.0
    }

    private let rig: FaultRig
    private let target: SenderSpec
    private let template: SenderSpec
    private let near: MulticastSender
    private let far: MulticastSender
    private let counts = Mutex(Counts())
    private let isStopping = Atomic(false)
    private let isFat = Atomic(false)
    private let thread = DispatchGroup()
    /// What the venue had still to take of its own sender's at the start.
    private let before: Int

    /// A flood of the group that sender number `number` sends to; nil without sockets.
    init?(_ rig: FaultRig, group number: Int) {
        self.rig = rig
        target = rig.specs[number]
        before = rig.untaken
        do throws(SenderFailure) {
            near = try MulticastSender()
            far = try MulticastSender(source: IPAddress(v4: 0x7f00_0042))
        } catch {
            return nil
        }
        template = SenderSpec(
            name: "Stranger", material: target.material, source: Endpoint(IPAddress(v4: 0x7f00_0042), 5_000),
            destination: target.destination)
    }

    var sent: Int { counts.withLock { $0.sent } }
    var bytes: Int { counts.withLock { $0.bytes } }
    var refused: Int { counts.withLock { $0.refused } }
    var sessions: Int { counts.withLock { $0.sessions } }
    /// The most sockets that there were.
    var mostSockets: Int { counts.withLock { $0.mostSockets } }

    /// The longest that it had to wait for room, in seconds.
    var longestWait: Double { counts.withLock { $0.longestWait } }

    func start() {
        thread.enter()
        let running = Thread { [self] in
            run()
            thread.leave()
        }
        running.start()
    }

    /// From now on only very long datagrams are sent.
    func fatten() { isFat.store(true, ordering: .relaxed) }

    func stop() {
        isStopping.store(true, ordering: .relaxed)
        thread.wait()
    }

    private func run() {
        var random = VenueRandom(seed: 8)
        var number = 0
        while !isStopping.load(ordering: .relaxed) {
            let isFat = isFat.load(ordering: .relaxed)
            if isFat || number % Self.lookInterval == 0 { waitForRoom(isFat ? Self.fatLimit : Self.underWayLimit) }
            var datagram = FaultDatagram(isFat ? 0 : number, target, &random)
            if datagram.isAnnouncement { announce(&datagram, deleting: false) }
            send(datagram)
            number += 1
        }
    }

    /// Deletes the sessions that were announced.
    func withdraw() {
        let count = sessions
        counts.withLock { $0.sessions = 0 }
        for number in 0..<count {
            if number % Self.lookInterval == 0 { waitForRoom(Self.underWayLimit) }
            var datagram = FaultDatagram.announcement
            announce(&datagram, deleting: true)
            send(datagram)
        }
    }

    /// Makes `datagram` the announcement of the next session.
    private func announce(_ datagram: inout FaultDatagram, deleting: Bool) {
        let number = counts.withLock { counts in
            counts.sessions = min(Self.sessionLimit, counts.sessions + 1)
            return counts.sessions
        }
        var spec = template
        spec.name = "Stranger \(number)"
        spec.destination.address = IPAddress(v4: 0xef4e_0000 | UInt32(number))
        datagram.bytes = spec.announcement
        // The bit T of RFC 2974, section 3.
        if deleting { datagram.bytes[0] |= 0x04 }
    }

    private func send(_ datagram: FaultDatagram) {
        let isSent: Bool
        do throws(SenderFailure) {
            if datagram.isFromFar {
                try far.send(datagram.bytes.span.bytes, to: datagram.destination)
            } else {
                try near.send(datagram.bytes.span.bytes, to: datagram.destination)
            }
            isSent = true
        } catch {
            isSent = false
        }
        counts.withLock { counts in
            counts.sent += isSent ? 1 : 0
            counts.bytes += isSent ? datagram.bytes.count : 0
            counts.refused += isSent ? 0 : 1
        }
    }

    private func waitForRoom(_ limit: Int) {
        let begin = FaultTime.now()
        while rig.untaken - before + sent > limit, !isStopping.load(ordering: .relaxed) {
            FaultTime.sleep(0.001)
        }
        let took = Double(FaultTime.now() - begin) / 1e9
        let sockets = rig.venue.health.receiver?.sockets ?? 0
        counts.withLock { counts in
            counts.mostSockets = max(counts.mostSockets, sockets)
            counts.longestWait = max(counts.longestWait, took)
        }
    }
}
