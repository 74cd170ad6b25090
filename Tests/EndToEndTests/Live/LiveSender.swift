import Bytes
import Foundation
import NetworkFormats
import PacketIO
import Synchronization
import Timing
import VenueSimulator

/// Sends a scenario's datagrams when their time has come, on a thread of its own.
final class LiveSender: Sendable {
    private final class Outlet {
        let send: (SimulatedDatagram) throws -> Void

        init(_ scenario: LiveScenario, from source: Endpoint) throws {
            if scenario.dscp > 0 {
                let plain = try PlainSender(from: source, ttl: scenario.ttl, dscp: scenario.dscp)
                send = { try plain.send($0.payload, to: $0.destination) }
            } else {
                let sender = try MulticastSender(source: source.address, port: source.port, ttl: scenario.ttl)
                send = { datagram in
                    let payload = datagram.payload
                    try sender.send(payload.lent, to: datagram.destination)
                }
            }
        }
    }

    private struct State: Sendable {
        var isFinished = false
        var failure: String?
    }

    private let state = Mutex(State())
    private let scenario: LiveScenario
    private let clock: SteppedClock?

    init(_ scenario: LiveScenario, steps clock: SteppedClock?) {
        self.scenario = scenario
        self.clock = clock
    }

    /// Whether everything was sent, or something failed.
    var isFinished: Bool { state.withLock { $0.isFinished } }

    var failure: String? { state.withLock { $0.failure } }

    /// Sends everything and returns when that is done.
    func run() {
        let failure: String?
        do {
            try send()
            failure = nil
        } catch {
            failure = "\(error)"
        }
        state.withLock { $0 = State(isFinished: true, failure: failure) }
    }

    private func send() throws {
        guard let first = scenario.datagrams.first else { return }
        var outlets: [Endpoint: Outlet] = [:]
        for datagram in scenario.datagrams where outlets[datagram.source] == nil {
            outlets[datagram.source] = try Outlet(scenario, from: datagram.source)
        }
        var steps = scenario.steps[...]
        let start = DispatchTime.now().uptimeNanoseconds
        for datagram in scenario.datagrams {
            let offset = datagram.time - first.time
            while let step = steps.first, step.after <= offset {
                steps.removeFirst()
                clock?.step(to: step.shift.nanoseconds)
            }
            let due = start + UInt64(offset.nanoseconds)
            let now = DispatchTime.now().uptimeNanoseconds
            if due > now { usleep(UInt32(clamping: (due - now) / 1_000)) }
            try outlets[datagram.source]?.send(datagram)
        }
    }
}
