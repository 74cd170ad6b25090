import Bytes
import Evidence
import NetworkFormats
import Protection
import Testing
import Timing
import VenueWire

/// A flow with a Reed-Solomon code: windows of `k` packets, sent one a millisecond from number `first` and block `block`
/// on, with `r` repair packets made by the tests' own arithmetic.
struct BlockRig {
    var rig: FlowRig
    let k: Int
    let r: Int
    let first: Int
    let block: Int
    let points: FieldOracle.Points
    let ssrc: UInt32

    init(
        k: Int = 4, r: Int = 2, first: Int = 1000, block: Int = 7, points: FieldOracle.Points = .rizzo,
        ssrc: UInt32 = 7, _ parameters: ProtectionParameters = ProtectionParameters()
    ) {
        (self.k, self.r, self.first, self.block, self.points, self.ssrc) = (k, r, first, block, points, ssrc)
        rig = FlowRig(parameters)
    }

    /// The source packet at `place` of window `window`, without its payload ID.
    func packet(_ window: Int, _ place: Int) -> [UInt8] { FlowRig.packet(first + window * k + place, ssrc: ssrc) }

    /// Sends the source packet at `place` of window `window`.
    mutating func send(_ window: Int, _ place: Int, at milliseconds: Double) throws {
        try rig.media(
            packet(window, place), at: milliseconds,
            block: SourceBlockID(
                block: UInt32(truncatingIfNeeded: block + window), symbol: UInt8(place), sourceCount: UInt16(k)))
    }

    /// Sends all source packets of a window but those at `lost`, one a millisecond.
    mutating func send(_ window: Int, losing lost: Set<Int> = [], from milliseconds: Double) throws {
        for place in 0..<k where !lost.contains(place) { try send(window, place, at: milliseconds + Double(place)) }
    }

    /// Sends repair packet `place` of a window.
    mutating func repair(_ window: Int, _ place: Int, at milliseconds: Double) throws {
        let sources = (0..<k).map { source in
            let packet = packet(window, source)
            return [0, UInt8(packet.count >> 8), UInt8(packet.count & 255)] + packet
        }
        let length = sources.map(\.count).max() ?? 0
        let symbol = FieldOracle.repair(points, sources, symbol: k + place, length: length)
        rig.repair(
            symbol,
            SourceBlockID(
                block: UInt32(truncatingIfNeeded: block + window), symbol: UInt8(k + place), sourceCount: UInt16(k)),
            at: milliseconds)
    }

    /// Sends every repair packet of a window.
    mutating func repairs(_ window: Int, at milliseconds: Double) throws {
        for place in 0..<r { try repair(window, place, at: milliseconds + Double(place) / 10) }
    }

    /// Sends a whole window and what protects it, `window`·(k + 1) ms after a second.
    mutating func sendWhole(_ window: Int, losing lost: Set<Int> = []) throws {
        let start = 1000 + Double(window * (k + 1))
        try send(window, losing: lost, from: start)
        try repairs(window, at: start + Double(k))
    }

    var windows: [WindowRecord] { rig.windows }
    var classes: [String] {
        windows.map { window in
            let outcome =
                switch window.outcome {
                case .noLoss: "whole"
                case .recovered: "recovered"
                case .recoveryFailed: "failed"
                case .partial: "partial"
                case .open: "open"
                }
            return "\(window.id) \(outcome) \(window.d)/\(window.r)"
        }
    }

    /// Whether the sums of definitions C1 hold.
    var addsUp: Bool {
        let fec = rig.flow.fec
        return fec.recovered + fec.unrecovered == rig.flow.counters.lost + rig.flow.counters.late
    }

    /// The bytes of every rebuilt packet by number.
    var rebuilt: [Int: [UInt8]] {
        var packets: [Int: [UInt8]] = [:]
        for release in rig.released where release.kind == .recovered {
            packets[Int(release.number)] = rig.bytes(release.packet)
        }
        return packets
    }
}
