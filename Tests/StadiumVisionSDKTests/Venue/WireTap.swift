import Foundation
import NetworkFormats
import PacketIO
import Timing

/// Listens beside the SDK in the network of the thread that makes it, and keeps the windows of some channels by hand.
final class WireTap: Sendable {
    /// A channel that is listened to.
    struct Flow: Sendable {
        var name: String
        var group: IPAddress
        /// Repair packets a window.
        var repairs: Int
        static let port: UInt16 = 5_000
        static let repairPort: UInt16 = 5_010
    }

    private struct Sink: DatagramSink {
        let flows: [Flow]
        let tallies: Guarded<[String: WindowTally]>

        mutating func ingest(_ header: DatagramHeader, _ payload: RawSpan) {
            let (group, time) = (header.destination.address, header.time.nanoseconds)
            guard let flow = flows.first(where: { $0.group == group }) else { return }
            let isRepair = header.destination.port == Flow.repairPort
            tallies.withLock { $0[flow.name]?.take(payload, isRepair: isRepair, at: time) }
        }

        mutating func advance(to time: StreamTime) {}
    }

    private let tallies: Guarded<[String: WindowTally]>
    private let isEnding = Guarded(false)
    private let ended = DispatchSemaphore(value: 0)

    /// Begins to listen.
    init(_ flows: [Flow]) throws {
        tallies = Guarded(
            Dictionary(uniqueKeysWithValues: flows.map { ($0.name, WindowTally(repairs: $0.repairs)) }))
        let receiver = Guarded(try MulticastReceiver(options: ReceiverOptions(interface: "lo")))
        try receiver.withLock { receiver throws(ReceiverFailure) in
            for flow in flows {
                for port in [Flow.port, Flow.repairPort] {
                    try receiver.join(Subscription(group: Endpoint(flow.group, port)))
                }
            }
        }
        let sink = Sink(flows: flows, tallies: tallies)
        let thread = Thread { [isEnding, ended] in
            receiver.withLock { receiver in
                var sink = sink
                while !isEnding.withLock({ $0 }) {
                    _ = receiver.wait()
                    guard (try? receiver.drain(into: &sink)) != nil else { break }
                }
            }
            ended.signal()
        }
        thread.start()
    }

    /// The windows of a channel so far.
    func tally(_ name: String) -> WindowTally? { tallies.withLock { $0[name] } }

    /// Stops.
    func stop() {
        isEnding.withLock { $0 = true }
        ended.wait()
    }
}
