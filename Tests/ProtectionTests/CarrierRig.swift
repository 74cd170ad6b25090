import Bytes
import Evidence
import NetworkFormats
import Protection
import Timing
import VenueWire

/// A flow with the carriers' code: windows of `k` packets of equal length from number `first` on, sent one a millisecond,
/// with `m` repair packets made by the tests' own arithmetic.
struct CarrierRig {
    var rig: FlowRig
    let k: Int
    let m: Int
    let first: Int
    /// Rows of a code of no known points; nil for the points.
    var rows: [[UInt8]]?
    let points: FieldOracle.Points
    /// What the sender adds to timestamps after it made the repair packets.
    var rewriting: UInt32 = 0

    init(
        k: Int = 4, m: Int = 2, first: Int = 1000, points: FieldOracle.Points = .consecutive,
        parameters: ProtectionParameters = ProtectionParameters()
    ) {
        (self.k, self.m, self.first, self.points) = (k, m, first, points)
        rig = FlowRig(parameters)
    }

    /// The packet with this number: a header whose timestamp rises by 90 a packet, and 40 bytes of noise.
    func packet(_ number: Int, added: UInt32 = 0) -> [UInt8] {
        var writer = ByteWriter(capacity: 52)
        writer.write(UInt16(0x8021))
        writer.write(UInt16(truncatingIfNeeded: number))
        writer.write(UInt32(truncatingIfNeeded: number * 90) &+ added)
        writer.write(UInt32(7))
        for place in 0..<5 {
            writer.write(UInt64(truncatingIfNeeded: number * 5 + place + 1) &* 0x9E37_79B9_7F4A_7C15 >> 8)
        }
        return writer.bytes
    }

    mutating func send(_ number: Int, at milliseconds: Double) throws {
        try rig.media(packet(number, added: rewriting), at: milliseconds)
    }

    /// Sends all source packets of a window but those at `lost`, one a millisecond.
    mutating func send(_ window: Int, losing lost: Set<Int> = [], from milliseconds: Double) throws {
        for place in 0..<k where !lost.contains(place) {
            try send(first + window * k + place, at: milliseconds + Double(place))
        }
    }

    /// A repair packet, laid out as in wire.md 3.
    func repair(_ window: Int, _ index: Int) -> [UInt8] {
        let begin = first + window * k
        let sources = (0..<k).map { packet(begin + $0) }
        let length = sources[0].count
        let symbol: [UInt8]
        if let row = rows?[index] {
            symbol = (0..<length).map { place in
                zip(sources, row).reduce(0) { $0 ^ FieldOracle.multiply($1.0[place], $1.1) }
            }
        } else {
            symbol = FieldOracle.repair(points, sources, symbol: k + index, length: length)
        }
        let end = begin + k - 1
        return [0x80, 0x7f, 0, UInt8(index), 0, 0, 0, 0, 0, 0, 0, 0]
            + [UInt8(begin >> 8 & 255), UInt8(begin & 255), UInt8(end >> 8 & 255), UInt8(end & 255)]
            + [UInt8(m), UInt8(index), 0, UInt8(length), 0, UInt8(length), 0, 0] + symbol
    }

    /// Sends every repair packet of a window.
    mutating func repairs(_ window: Int, at milliseconds: Double) {
        for index in 0..<m { rig.carrierRepair(repair(window, index), at: milliseconds + Double(index) / 10) }
    }

    /// Sends a whole window and what protects it, `window`·(k + 1) ms after a second.
    mutating func sendWhole(_ window: Int, losing lost: Set<Int> = []) throws {
        let start = 1000 + Double(window * (k + 1))
        try send(window, losing: lost, from: start)
        repairs(window, at: start + Double(k))
    }

    var windows: [WindowRecord] { rig.windows }

    var classes: [String] {
        windows.map { "\($0.firstNumber) \($0.outcome) \($0.d)/\($0.r)" }
    }

    var rebuilt: [Int: [UInt8]] {
        var packets: [Int: [UInt8]] = [:]
        for release in rig.released where release.kind == .recovered {
            packets[Int(release.number)] = rig.bytes(release.packet)
        }
        return packets
    }
}
