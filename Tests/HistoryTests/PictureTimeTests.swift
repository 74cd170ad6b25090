import NetworkFormats
import TestSupport
import Testing
import Timing
import TransportStream

@testable import History

@Suite("Picture time")
struct PictureTimeTests {
    private func history(_ units: [AccessUnit], depth: Int64 = 3_600) -> ChannelHistory {
        var history = ChannelHistory(limits: HistoryLimits(depth: StreamDuration(seconds: depth)))
        for unit in units { history.append(unit, []) }
        return history
    }

    /// Pictures every 40 ms from stream time 100 s on, a random access point every 25, each late by `lateness(index)` ms.
    private func pictures(_ count: Int, lateness: (Int) -> Int64) -> [AccessUnit] {
        (0..<count).map { index in
            UnitMaker.picture(
                pts: Int64(index) * 3_600, arrival: 100_000 + Int64(index) * 40 + lateness(index),
                isPoint: index % 25 == 0)
        }
    }

    @Test("is PTS and the running minimum at first, set again once after two seconds")
    func settling() {
        // Lateness 30, 20, 10 and 5 ms for twelve pictures each, then 5: the running minimum falls in four steps.
        let lateness: (Int) -> Int64 = { $0 < 12 ? 30 : $0 < 24 ? 20 : $0 < 36 ? 10 : 5 }
        let units = pictures(49, lateness: lateness)
        // The run begins at 100.030 s; picture 49 (100.000 + 1.960 + 0.005) is the last one before 102.030 s.
        var early = history(units)
        let before = early.snapshot().units(of: 0).map(\.pictureTime.milliseconds)
        #expect(before == (0..<49).map { 100_000 + Double($0) * 40 + Double(lateness($0)) })
        #expect(!early.snapshot().isSettled)
        early.advance(to: StreamTime(milliseconds: 102_029))
        #expect(!early.snapshot().isSettled)
        early.advance(to: StreamTime(milliseconds: 102_030))
        #expect(early.snapshot().isSettled)
        let after = early.snapshot().units(of: 0).map(\.pictureTime.milliseconds)
        #expect(after == (0..<49).map { 100_005 + Double($0) * 40 })
        #expect(early.liveEdge == StreamTime(milliseconds: 100_005 + 49 * 40))
        // A later picture settles as well as a tick does.
        let settled = history(pictures(60, lateness: lateness))
        #expect(settled.snapshot().isSettled)
        #expect(settled.snapshot().units(of: 0).first?.pictureTime == StreamTime(milliseconds: 100_005))
    }

    @Test("goes on when the map names another track of the same time base, in a run of its own")
    func anotherTrack() {
        // On time for four seconds, then track 2 carries the pictures, 3 ms later: at its first random access point, and at each
        // one after it, the minimum of the last ten seconds is still 0, so that nothing moves.
        let units = pictures(200) { $0 < 100 ? 0 : 3 }.enumerated().map { index, unit in
            var unit = unit
            if index >= 100 { unit.track = 2 }
            return unit
        }
        let snapshot = history(units).snapshot()
        #expect(snapshot.isSettled)
        #expect(snapshot[0].lead == 0 && snapshot[snapshot.count - 1].lead == 2)
        #expect(snapshot[0].run == 0 && snapshot[snapshot.count - 1].run == 1)
        #expect(snapshot[0].runStart < snapshot[snapshot.count - 1].runStart)
        let times =
            snapshot.units(of: 0).map(\.pictureTime.milliseconds)
            + snapshot.units(of: 2).map(\.pictureTime.milliseconds)
        #expect(times == (0..<200).map { 100_000 + Double($0) * 40 })
        #expect(snapshot.liveEdge == StreamTime(milliseconds: 108_000))
        // Another time base has an offset of its own.
        let other = units.enumerated().map { index, unit in
            var unit = unit
            if index >= 100 { unit.timeBase = 1 }
            return unit
        }
        let last = history(other).snapshot().units(of: 2).last
        #expect(last?.pictureTime == StreamTime(milliseconds: 107_963))
    }

    @Test("then moves by a millisecond at most, at random access points only, toward the last ten seconds' minimum")
    func following() {
        // On time for four seconds, then 3.5 ms late for ever. The minimum of the last ten seconds is 0 until the last
        // picture that was on time (number 99, at 103.960) is ten seconds old: point 350 comes at 114.0035.
        let units = (0..<500).map { index in
            UnitMaker.picture(pts: Int64(index) * 3_600, arrival: 0, isPoint: index % 25 == 0)
        }.enumerated().map { index, unit in
            var unit = unit
            let late: Int64 = index < 100 ? 0 : 3_500_000
            unit.completed.time = StreamTime(nanoseconds: 100_000_000_000 + Int64(index) * 40_000_000 + late)
            return unit
        }
        let times = history(units).snapshot().units(of: 0).map { $0.pictureTime.nanoseconds }
        let offsets = times.enumerated().map { ($0.element - 100_000_000_000 - Int64($0.offset) * 40_000_000) }
        let expected = (0..<500).map { index -> Int64 in
            switch index {
            case ..<350: 0
            case ..<375: 1_000_000
            case ..<400: 2_000_000
            case ..<425: 3_000_000
            default: 3_500_000
            }
        }
        #expect(offsets == expected)
    }

    @Test("follows a faster arrival down by a millisecond at each random access point")
    func fallingOffset() {
        let units = pictures(200) { $0 < 75 ? 10 : 7 }
        let times = history(units).snapshot().units(of: 0).map(\.pictureTime.milliseconds)
        let offsets = times.enumerated().map { $0.element - 100_000 - Double($0.offset) * 40 }
        // 10 for the first two seconds and until point 75, then 9, 8, 7.
        #expect(offsets == (0..<200).map { $0 < 75 ? 10 : $0 < 100 ? 9 : $0 < 125 ? 8 : 7 })
    }

    @Test("begins anew with a time base, and holds back sound that comes before its first picture")
    func runs() {
        var units: [AccessUnit] = [UnitMaker.sound(pts: 900, arrival: 99_990)]
        units += (0..<100).map {
            UnitMaker.picture(pts: Int64($0) * 3_600, arrival: 100_000 + Int64($0) * 40, isPoint: $0 % 25 == 0)
        }
        units.append(UnitMaker.sound(pts: 900_000, arrival: 104_000, timeBase: 1))
        units.append(UnitMaker.sound(pts: 99 * 3_600, arrival: 104_001))
        units += (0..<20).map {
            UnitMaker.picture(
                pts: 900_000 + Int64($0) * 3_600, arrival: 104_010 + Int64($0) * 40, isPoint: $0 == 0, timeBase: 1)
        }
        let snapshot = history(units).snapshot()
        let sounds = snapshot.units(of: 1).map { [Double($0.unit.pts), $0.pictureTime.milliseconds] }
        #expect(sounds == [[900, 100_010], [356_400, 103_960], [900_000, 104_010]])
        #expect((0..<snapshot.count).map { snapshot[$0].run }.max() == 1)
        #expect(snapshot.units(of: 0).last?.pictureTime == StreamTime(milliseconds: 104_010 + 19 * 40))
        #expect(!snapshot.isSettled)
        #expect(snapshot.liveEdge == StreamTime(milliseconds: 104_010 + 20 * 40))
    }

    @Test("rounds time stamps down to nanoseconds, negative ones too")
    func rounding() {
        // 1/90000 s is 11 111.1 ns.
        #expect(
            [0, 1, 8, 9, 90_000, -1, -9, -90_000].map(PictureClock.nanoseconds) == [
                0, 11_111, 88_888, 100_000, 1_000_000_000, -11_112, -100_000, -1_000_000_000,
            ])
        _ = PictureClock.nanoseconds(.max)
        _ = PictureClock.nanoseconds(.min)
    }

    @Test("the sliding minimum is the least of what is not forgotten")
    func slidingMinimum() {
        var random = SeededGenerator(seed: 7)
        var sliding = SlidingMinimum()
        var all: [(value: Int64, time: Int64)] = []
        for time in 0..<2_000 {
            let value = Int64.random(in: -50...50, using: &random) + Int64(time / 20)
            sliding.add(value, at: Int64(time))
            all.append((value, Int64(time)))
            sliding.forget(until: Int64(time - 100))
            #expect(sliding.minimum == all.suffix(100).map(\.value).min())
        }
    }
}
