import Bytes
import ClipSupport
import History
import Pipeline
import TestSupport
import Testing
import Timing
import TransportStream

@testable import Clips

@Suite("Pain 13: clips across wraps")
struct WrapTests {
    /// Where a counter of each kind begins again, in the middle of the stream.
    enum Wrap: String, CaseIterable, Sendable {
        case timeStamps, clockOfRTP, numbersOfRTP, all
    }

    @Test("have the same pictures and times as without", arguments: Wrap.allCases)
    func wrapping(_ wrap: Wrap) throws {
        let plain = try NumberedStream.fixture()
        var shifter = StampShifter()
        // The stream's middle, picture 250, is presented 10 s behind its first one, whose time stamp is 133200 at most.
        let shift = (1 << 33) - 133_200 - 900_000 as Int64
        let bytes = wrap == .timeStamps || wrap == .all ? shifter.shifted(plain, by: shift) : plain
        var sending = StreamPlayer.Sending()
        if wrap == .clockOfRTP || wrap == .all { sending.timestamp = UInt32.max - 900_000 }
        // 178 datagrams.
        let number: UInt16 = wrap == .numbersOfRTP || wrap == .all ? UInt16.max - 90 : 1_000
        let base = try KeptStream(stream: plain, number: 1_000)
        let stream = try KeptStream(stream: bytes, sending, number: number)
        #expect(stream.history[0].run == stream.history[stream.history.count - 1].run)
        #expect(stream.pictures.count == base.pictures.count)
        for first in stride(from: 200, to: 300, by: 7) {
            let (request, other) = (stream.request(first, 75), base.request(first, 75))
            let plan = try MoviePlanTests.plan(stream, request)
            MoviePlanTests.check(plan)
            let same = try MoviePlanTests.plan(base, other)
            #expect(plan.duration == 270_000 && plan.duration == same.duration)
            for (left, right) in zip(plan.tracks, same.tracks) {
                #expect(left.samples.map(\.pts) == right.samples.map(\.pts))
                #expect(left.samples.map(\.dts) == right.samples.map(\.dts))
                #expect(left.samples.map(\.unit.unit.size) == right.samples.map(\.unit.unit.size))
            }
            let transport = try TransportClip(request, of: stream.channel, from: stream.history)
            #expect(transport.facts.duration == StreamDuration(seconds: 3))
            #expect(transport.body.count == (try TransportClip(other, of: base.channel, from: base.history)).body.count)
        }
    }
}
