import Bytes
import Evidence
import Foundation
import NetworkFormats
import TestSupport
import Testing
import Timing
import TransportStream

@testable import History

@Suite("What a history keeps")
struct KeepingTests {
    private func picture(_ index: Int, size: Int = 1_000) -> AccessUnit {
        UnitMaker.picture(
            pts: Int64(index) * 3_600, arrival: 100_000 + Int64(index) * 40, isPoint: index % 25 == 0, size: size,
            packet: UInt64(index) * 3)
    }

    @Test("keeps the depth and twice the target duration, in whole chunks")
    func depth() throws {
        var history = ChannelHistory(limits: HistoryLimits(depth: StreamDuration(seconds: 30)))
        for index in 0..<5_000 { history.append(picture(index), []) }
        // The live edge is 300 s; chunks of one second; 30 + 2 * 2 s before it are kept.
        #expect(history.liveEdge == StreamTime(milliseconds: 300_000))
        let snapshot = history.snapshot()
        #expect(snapshot.count == 34)
        #expect(snapshot.oldest == StreamTime(milliseconds: 266_000))
        #expect(history.oldestNeeded == PacketID(serial: 4_150 * 3))
        #expect(snapshot.units(of: 0).map(\.unit.pts) == (4_150..<5_000).map { Int64($0) * 3_600 })
        #expect(snapshot[0].startsAtRandomAccessPoint)
        #expect(snapshot[0].start == StreamTime(milliseconds: 266_000))
        #expect(snapshot[0].end == StreamTime(milliseconds: 267_000))
    }

    @Test("shares whole groups with snapshots, which stay as they are")
    func snapshots() {
        var history = ChannelHistory(limits: HistoryLimits(depth: StreamDuration(seconds: 200)))
        for index in 0..<4_000 { history.append(picture(index), []) }
        let early = history.snapshot()
        let units = early.units(of: 0)
        #expect(units.count == 4_000)
        #expect(early.groups.count == 2)
        for index in 4_000..<4_500 { history.append(picture(index), []) }
        let late = history.snapshot()
        #expect(zip(early.groups, late.groups).allSatisfy { $0 === $1 })
        for index in 4_500..<20_000 { history.append(picture(index), []) }
        #expect(early.units(of: 0) == units)
        #expect(early.liveEdge == StreamTime(milliseconds: 260_000))
        #expect(history.snapshot().oldest == StreamTime(milliseconds: 900_000 - 204_000))
    }

    @Test("gives up the oldest chunks over the byte cap")
    func byteCap() {
        var history = ChannelHistory(
            limits: HistoryLimits(depth: StreamDuration(seconds: 600), byteCap: 1_000_000))
        for index in 0..<2_000 { history.append(picture(index, size: 10_000), []) }
        // 25 pictures of 10 000 bytes a chunk: three chunks and the one in progress.
        #expect(history.byteCount <= 1_000_000)
        #expect((3...4).contains(history.snapshot().count))
        #expect(history.snapshot().units(of: 0).last?.unit.pts == Int64(1_999 * 3_600))
    }

    @Test("keeps nothing when the depth is zero, but knows the live edge")
    func nothing() {
        var history = ChannelHistory(limits: .nothing)
        for index in 0..<500 { history.append(picture(index), []) }
        #expect(history.snapshot().count == 0)
        #expect(history.oldestNeeded == nil)
        #expect(history.byteCount == 0)
        #expect(history.liveEdge == StreamTime(milliseconds: 120_000))
    }

    @Test("cuts long groups of pictures, and gathers short ones")
    func chunkLengths() {
        var history = ChannelHistory(limits: HistoryLimits(depth: StreamDuration(seconds: 600)))
        for index in 0..<250 {
            history.append(UnitMaker.picture(pts: Int64(index) * 3_600, arrival: Int64(index) * 40), [])
        }
        #expect(
            (0..<history.snapshot().count).map { history.snapshot()[$0].unitCount } == Array(repeating: 25, count: 10))
        var intra = ChannelHistory(limits: HistoryLimits(depth: StreamDuration(seconds: 600)))
        for index in 0..<130 {
            intra.append(UnitMaker.picture(pts: Int64(index) * 3_600, arrival: Int64(index) * 40, isPoint: true), [])
        }
        #expect((0..<intra.snapshot().count).map { intra.snapshot()[$0].unitCount } == Array(repeating: 13, count: 10))
    }

    @Test("bounds what many short runs and endless sound can take")
    func bounded() {
        var random = SeededGenerator(seed: 30)
        var history = ChannelHistory(limits: HistoryLimits(depth: StreamDuration(seconds: 30)))
        for index in 0..<3_000 {
            history.append(
                UnitMaker.picture(
                    pts: Int64.random(in: -1 << 40...1 << 40, using: &random), arrival: Int64(index) * 40,
                    timeBase: UInt32(index)), [])
        }
        let snapshot = history.snapshot()
        #expect(snapshot.count <= 34 * 25 + 1)
        #expect(history.recent.count <= ChunkGroup.size)
        for index in 0..<20_000 { history.append(UnitMaker.sound(pts: Int64(index), arrival: 0, timeBase: 2_999), []) }
        #expect(history.snapshot().units(of: 1).count <= 2 * ChannelHistory.chunkUnitLimit)
        for index in 0..<20_000 { history.append(UnitMaker.sound(pts: Int64(index), arrival: 0, timeBase: 5_000), []) }
        #expect(history.oldestNeeded != nil)
    }

    @Test("finds every byte of every picture again in the datagram store")
    func gathers() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/")
        let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "open-gop-h264.ts")))
        var store = DatagramStore()
        var analyzer = TransportAnalyzer(options: TransportOptions(collectsRanges: true))
        var output = TransportOutput()
        var history = ChannelHistory(limits: HistoryLimits(depth: StreamDuration(seconds: 30)))
        let address = Endpoint(IPAddress(v4: 0xEF00_0001), 5_000)
        for start in stride(from: 0, to: bytes.count, by: 1_316) {
            let payload = [UInt8](repeating: 0, count: 12) + bytes[start..<min(bytes.count, start + 1_316)]
            let header = DatagramHeader(
                time: StreamTime(milliseconds: Int64(start)), ordinal: UInt64(start), source: address,
                destination: address, wireLength: UInt32(payload.count), storedLength: UInt32(payload.count))
            let lent = payload.span.bytes
            let id = store.append(header, lent, .received)
            analyzer.ingest(
                lent.extracting(12..<lent.byteCount), from: id, at: 12, moment: header.moment, into: &output)
            history.append(output)
            output.removeAll()
        }
        analyzer.finish(at: Moment(time: StreamTime(milliseconds: 0), ordinal: 0), into: &output)
        history.append(output)
        let snapshot = history.snapshot()
        var sizes: [Int] = []
        for index in 0..<snapshot.count {
            for entry in snapshot[index].units(of: 0) {
                var unit: [UInt8] = []
                for range in snapshot[index].ranges[entry.unit.ranges] {
                    let stored = try #require(store[range.packet])
                    let slab = try #require(store.slab(of: range.packet))
                    let from = stored.range.lowerBound + Int(range.offset)
                    unit += slab.bytes.extracting(from..<(from + Int(range.length))).copied()
                }
                #expect(unit.starts(with: [0, 0, 0, 1, 9]))
                #expect(unit.count == entry.unit.size)
                sizes.append(unit.count)
            }
        }
        // ffprobe -show_entries packet=size
        #expect(
            sizes == [
                998, 33, 18, 19, 25, 19, 18, 375, 18, 22, 17, 18, 25, 19, 18, 374, 17, 22, 17, 18, 27, 19, 18, 375, 19,
                30,
            ])
    }
}
