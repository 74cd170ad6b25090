import Evidence
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
        #expect(history.oldestUnit == MediaID(serial: 4_150 * 3))
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
        // 160 chunks of one second; the newest is in progress.
        #expect(early.groups.count == 159 / ChunkGroup.size)
        for index in 4_000..<4_500 { history.append(picture(index), []) }
        let late = history.snapshot()
        #expect(zip(early.groups, late.groups).allSatisfy { $0 === $1 })
        for index in 4_500..<20_000 { history.append(picture(index), []) }
        #expect(early.units(of: 0) == units)
        #expect(early.liveEdge == StreamTime(milliseconds: 260_000))
        #expect(history.snapshot().oldest == StreamTime(milliseconds: 900_000 - 204_000))
    }

    @Test("keeps nothing when the depth is zero, but knows the live edge")
    func nothing() {
        var history = ChannelHistory(limits: .nothing)
        for index in 0..<500 { history.append(picture(index), []) }
        #expect(history.snapshot().count == 0)
        #expect(history.oldestUnit == nil)
        #expect(history.indexBytes == 0)
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
        #expect(history.indexBytes < 5 << 20)
    }
}
