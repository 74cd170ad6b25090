import Channels
import History
import NetworkFormats
import PacketIO
import Pipeline
import Timing
import VenueRuntime
import VenueSimulator

/// The times that a venue gives out, followed beside the steady clock.
struct FaultTrace {
    private static let interval = 0.02
    private let rig: FaultRig
    /// Stream time where the steady clock is 0.
    private let origin: Int64
    private var edges: [Int64?]
    private var last: Int64?
    /// The most that each live edge was ahead of stream time while nothing happened, in nanoseconds.
    private var usual: [Int64]
    private var isSettled = false
    /// The most that stream time was ahead of the steady clock, in seconds.
    private(set) var ahead = -Double.infinity
    /// How far behind the steady clock it was when it was looked at last, in seconds.
    private(set) var behind = Double.infinity
    /// The most that a live edge was ahead of its usual distance from stream time, in seconds.
    private(set) var edgeAhead = -Double.infinity
    /// Where the live edges were when it was last begun to follow them.
    private var edgesBefore: [Int64?] = []
    /// Whether any of the times fell.
    private(set) var fell = false

    init(_ rig: FaultRig) {
        self.rig = rig
        origin = rig.origin
        edges = rig.specs.map { _ in nil }
        usual = rig.specs.map { _ in .min }
    }

    /// Whether every live edge moved on since then.
    var isMoving: Bool {
        zip(edgesBefore, edges).allSatisfy { before, now in now.map { $0 > before ?? .min } ?? false }
    }

    /// From now on live edges are compared with what they were until now.
    mutating func settle() { isSettled = true }

    /// Looks again and again for so many seconds.
    mutating func follow(for seconds: Double) {
        edgesBefore = edges
        let end = FaultTime.now() + Int64(seconds * 1e9)
        while FaultTime.now() < end {
            look()
            FaultTime.sleep(Self.interval)
        }
    }

    /// Looks once.
    mutating func look() {
        let venue = rig.venue.snapshot(notOlderThan: .zero)
        let steady = origin + FaultTime.now()
        let now = venue.now.time.nanoseconds
        if let last, now < last { fell = true }
        last = now
        ahead = max(ahead, Double(now - steady) / 1e9)
        behind = Double(steady - now) / 1e9
        for (index, spec) in rig.specs.enumerated() {
            let channel = venue.channels.first {
                $0.identity.destination == spec.destination && $0.identity.source == spec.source.address
            }
            guard let edge = channel?.history?.liveEdge?.nanoseconds else { continue }
            if let known = edges[index], edge < known { fell = true }
            edges[index] = edge
            if isSettled {
                edgeAhead = max(edgeAhead, Double(edge - now - usual[index]) / 1e9)
            } else {
                usual[index] = max(usual[index], edge - now)
            }
        }
    }
}
