import Quality
import Testing
import Timing

@testable import ReplayService

@Suite("Automatic evidence")
struct AutomaticEvidenceTests {
    private static func time(_ seconds: Double) -> StreamTime {
        StreamTime(nanoseconds: 1_767_225_600_000_000_000 + Int64(seconds * 1e9))
    }

    private static func wish(
        _ channel: Int32, _ start: Double, _ end: Double, _ reason: AutomaticEvidence.Reason, at trigger: Double,
        count: Int = 1
    ) -> AutomaticEvidence.Wish {
        AutomaticEvidence.Wish(
            channel: channel, start: time(start), end: time(end), reason: reason, trigger: time(trigger), count: count)
    }

    @Test("takes five seconds before a failed window and three after it, once all of that is there")
    func failedWindow() {
        var evidence = AutomaticEvidence()
        #expect(evidence.due(at: Self.time(100)).isEmpty)
        evidence.windowFailed(4, from: Self.time(20), to: Self.time(21))
        #expect(evidence.due(at: Self.time(21)).isEmpty)
        #expect(evidence.due(at: Self.time(26.9)).isEmpty)
        #expect(evidence.due(at: Self.time(27)) == [Self.wish(4, 15, 24, .failedWindow, at: 21)])
        #expect(evidence.due(at: Self.time(200)).isEmpty)
    }

    @Test("goes on while windows go on failing, up to half a minute")
    func goesOn() {
        var evidence = AutomaticEvidence()
        for second in 0..<50 {
            evidence.windowFailed(0, from: Self.time(Double(second)), to: Self.time(Double(second) + 1))
        }
        // From five seconds before 0 to half a minute behind that: failures up to second 25 lie in it.
        #expect(evidence.due(at: Self.time(60)) == [Self.wish(0, -5, 25, .failedWindow, at: 1, count: 25)])
    }

    @Test("takes one a minute of a channel, and channels do not hinder each other")
    func onceAMinute() {
        var evidence = AutomaticEvidence()
        var found: [AutomaticEvidence.Wish] = []
        for second in stride(from: 0.0, to: 600, by: 1) {
            if Int(second) % 10 == 0 {
                for channel: Int32 in [1, 2] {
                    evidence.windowFailed(channel, from: Self.time(second), to: Self.time(second))
                }
            }
            found += evidence.due(at: Self.time(second))
        }
        for channel: Int32 in [1, 2] {
            let triggers = found.filter { $0.channel == channel }.map { ($0.trigger - Self.time(0)).seconds }
            #expect(triggers == [0, 60, 120, 180, 240, 300, 360, 420, 480, 540])
        }
    }

    @Test("keeps what a capture that is read without pause shows before anybody asks")
    func readAtOnce() {
        var evidence = AutomaticEvidence()
        for minute in 0..<5 {
            evidence.windowFailed(0, from: Self.time(Double(minute) * 70), to: Self.time(Double(minute) * 70))
        }
        #expect(evidence.due(at: Self.time(281)).count == 4)
        #expect(evidence.due(at: Self.time(281)).isEmpty)
        #expect(evidence.due(at: Self.time(281), isOver: true) == [Self.wish(0, 275, 283, .failedWindow, at: 280)])
    }

    @Test("takes the channels that were there when the service went down")
    func serviceDown() {
        var evidence = AutomaticEvidence()
        evidence.serviceWentDown([3, 5], .noChannels, at: Self.time(10))
        #expect(
            evidence.due(at: Self.time(16)) == [
                Self.wish(3, 5, 13, .serviceDown(.noChannels), at: 10),
                Self.wish(5, 5, 13, .serviceDown(.noChannels), at: 10),
            ])
    }

    @Test("is bounded, whatever comes")
    func bounded() {
        var evidence = AutomaticEvidence()
        for channel in 0..<Int32(5_000) { evidence.windowFailed(channel, from: Self.time(0), to: Self.time(0)) }
        #expect(evidence.due(at: Self.time(60)).count == AutomaticEvidence.channelLimit)
        let far = StreamTime(nanoseconds: .max)
        evidence.windowFailed(0, from: StreamTime(nanoseconds: .min), to: far)
        _ = evidence.due(at: far, isOver: true)
    }
}
