import Bytes
import ErasureCode
import Foundation
import Protection
import TestSupport
import Testing
import VenueWire

/// A carrier's multicast television: 1 090 source packets to port 4056, of which each hundred has five repair packets.
@Suite("A recorded carrier's Reed-Solomon", .enabled(if: Corpus.isPresent))
struct RecordedCarrierTests {
    static let name = "corpus/rtp2httpd__fec_sample.pcapng"
    static let isSoak = ProcessInfo.processInfo.environment["SVM_SOAK"] != nil

    /// The capture's datagrams: Ethernet, PPPoE, IPv4 without options.
    private static func datagrams() throws -> [CaptureReader.Datagram] {
        let bytes = try Corpus.bytes(name)
        let span = bytes.lent
        var found: [CaptureReader.Datagram] = []
        var offset = 0
        while offset + 12 <= span.byteCount {
            let length = Int(span.littleEndian(at: offset + 4, as: UInt32.self))
            defer { offset += max(12, length) }
            guard span.littleEndian(at: offset, as: UInt32.self) == 6 else { continue }
            let frame = offset + 28
            guard span.bigEndian(at: frame + 12, as: UInt16.self) == 0x8864 else { continue }
            let ip = frame + 22
            let size = Int(span.bigEndian(at: ip + 24, as: UInt16.self)) - 8
            found.append(
                CaptureReader.Datagram(
                    milliseconds: 1000 + Double(found.count), port: Int(span.bigEndian(at: ip + 22, as: UInt16.self)),
                    payload: Array(bytes[(ip + 28)..<(ip + 28 + size)])))
        }
        return found
    }

    private static func number(_ datagram: CaptureReader.Datagram) -> Int {
        Int(datagram.payload[2]) << 8 | Int(datagram.payload[3])
    }

    private func feed(
        _ all: [CaptureReader.Datagram], dropping: Set<Int>, _ parameters: ProtectionParameters = ProtectionParameters()
    ) throws -> FlowRig {
        var rig = FlowRig(parameters)
        for datagram in all {
            if datagram.port == 4055 {
                rig.carrierRepair(datagram.payload, at: datagram.milliseconds)
            } else if !dropping.contains(Self.number(datagram)) {
                try rig.media(datagram.payload, at: datagram.milliseconds)
            }
        }
        rig.finish(at: 1000 + Double(all.count))
        return rig
    }

    /// Loses `count` packets of every window from the `window`th whole one on, at places that differ from window to window.
    private func losses(_ count: Int, from window: Int = 0) -> Set<Int> {
        // The first whole window begins at 0x6ed9; ten follow each other.
        Set(
            (window..<9).flatMap { window in (0..<count).map { 0x6ed9 + window * 100 + ($0 * 23 + window * 31) % 100 } }
        )
    }

    @Test("is k = 100 and m = 5 over consecutive points, and gives back the very packets", arguments: 0...6)
    func flow(_ count: Int) throws {
        let all = try Self.datagrams()
        let dropped = losses(count)
        let rig = try feed(all, dropping: dropped)
        let fec = rig.flow.fec
        #expect(fec.scheme == .carrier && fec.sources == 100 && fec.repairs == 5 && fec.points == "consecutive")
        #expect(fec.received == 55 && fec.corrupt == 0)
        // 0x6e9c, the first number, lies in the middle of its window; the last window ends after the capture.
        #expect(rig.windows.count == 12 && rig.windows[0].outcome == .partial && rig.windows[11].outcome == .open)
        let want: WindowRecord.Outcome = count == 0 ? .noLoss : count <= 5 ? .recovered : .recoveryFailed
        #expect(rig.windows[1...9].allSatisfy { $0.outcome == want && $0.d == count })
        let rebuilt = rig.released.filter { $0.kind == .recovered }.map { rig.bytes($0.packet) }
        let lost = all.filter { $0.port == 4056 && dropped.contains(Self.number($0)) }.map(\.payload)
        let isSame = rebuilt == (count <= 5 ? lost : [])
        #expect(isSame)
    }

    @Test("gives back the very packets by rows that were learned, when none of the known points is tried")
    func learned() throws {
        var parameters = ProtectionParameters()
        parameters.knownPoints = []
        let all = try Self.datagrams()
        let dropped = losses(5, from: 3)
        let rig = try feed(all, dropping: dropped, parameters)
        #expect(rig.flow.fec.points == "learned" && rig.flow.fec.recovered == 30 && rig.flow.fec.unrecovered == 0)
        let rebuilt = rig.released.filter { $0.kind == .recovered }.map { rig.bytes($0.packet) }
        let isSame = rebuilt == all.filter { $0.port == 4056 && dropped.contains(Self.number($0)) }.map(\.payload)
        #expect(isSame)
    }

    /// One whole window of the capture, and its repair symbols.
    private struct Window {
        var sources: [[UInt8]]
        var repairs: [[UInt8]]
        let slab = Slab(capacity: 1 << 18)
        let room = Slab(capacity: 1 << 14)
        var ranges: [Range<Int>] = []

        init(_ all: [CaptureReader.Datagram]) {
            sources = all.filter {
                $0.port == 4056 && (0..<100).contains(RecordedCarrierTests.number($0) - 0x6ed9)
            }.map(\.payload)
            repairs = all.filter { $0.port == 4055 && $0.payload[12] == 0x6e && $0.payload[13] == 0xd9 }.map {
                Array($0.payload[24...])
            }
            for symbol in sources + repairs {
                ranges.append(slab.count..<(slab.count + symbol.count))
                _ = slab.append(symbol.lent)
            }
        }

        /// Whether the sources at `lost` come back, and as they were.
        func survives(_ lost: [Int], _ code: ReedSolomon) -> Bool {
            var rows = SymbolRows()
            var present: [UInt8] = []
            for place in ranges.indices where !lost.contains(place) {
                rows.append(slab, ranges[place])
                present.append(UInt8(place))
            }
            room.recycle()
            let length = sources[0].count
            guard
                code.rebuild(missing: lost.map { UInt8($0) }, from: rows, present: present, length: length, into: room)
            else { return false }
            return lost.enumerated().allSatisfy { index, place in
                room.bytes(in: (index * length)..<((index + 1) * length)).equals(slab.bytes(in: ranges[place]))
            }
        }
    }

    /// `make soak` sets SVM_SOAK: then it is every pattern of one and two lost packets and 100 000 of three to five.
    @Test("gives back every pattern of up to five lost packets, and none of six", arguments: [false, true])
    func patterns(_ isLearned: Bool) throws {
        let window = Window(try Self.datagrams())
        #expect(window.sources.count == 100 && window.repairs.count == 5)
        let rows = (100..<105).flatMap { FieldOracle.row(.consecutive, k: 100, symbol: $0) }
        let points = isLearned ? LearnedRows(sources: 100, coefficients: rows).map(CodePoints.learned) : .consecutive
        let code = try #require(points.flatMap { ReedSolomon(points: $0, sources: 100, repairs: 5) })
        var random = SeededGenerator(seed: isLearned ? 1 : 2)
        let step = Self.isSoak ? 1 : 41
        let ones = (0..<100).filter { !window.survives([$0], code) }
        #expect(ones.isEmpty)
        let pairs = (0..<100).flatMap { first in ((first + 1)..<100).map { [first, $0] } }
        let twos = stride(from: 0, to: pairs.count, by: step).filter { !window.survives(pairs[$0], code) }
        #expect(twos.isEmpty)
        var failures = 0
        for round in 0..<(Self.isSoak ? 100_000 : 150) {
            let lost = Array((0..<100).shuffled(using: &random).prefix(3 + round % 3))
            if !window.survives(lost, code) { failures += 1 }
            if !isLearned, window.survives(Array((0..<100).shuffled(using: &random).prefix(6)), code) { failures += 1 }
        }
        #expect(failures == 0)
    }
}
