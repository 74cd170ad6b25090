import CaptureFormats
import Foundation
import NetworkFormats
import Synchronization
import Testing
import Timing

@testable import PacketIO

@Suite("Paced capture")
struct PacedCaptureTests {
    /// A monotonic clock that a test sets.
    final class HandClock: Sendable {
        let nanoseconds = Mutex<UInt64>(5_000_000_000_000)

        func pass(seconds: Double) { nanoseconds.withLock { $0 += UInt64(seconds * 1e9) } }

        var reading: @Sendable () -> UInt64 { { self.nanoseconds.withLock { $0 } } }
    }

    /// Drains until there is nothing for now, and tells how that ended.
    private static func drain(_ capture: inout PacedCapture, into taken: inout Taken) throws -> SourceState {
        try run(&taken, from: &capture)
    }

    @Test("gives what has come due, and the silence between in steps of 100 ms")
    func paced() throws {
        let file = try TemporaryFile(
            Sample.pcapng(at: [0.25, 0.26, 0.5, 1.5], application: CaptureSource.recorderName, end: 2))
        let clock = HandClock()
        var capture = try PacedCapture(
            opening: file.path, options: CaptureOptions(), pace: .realtime, clock: clock.reading)
        var taken = Taken()
        // The first one is due at once: there the capture begins.
        #expect(try Self.drain(&capture, into: &taken) == .idle)
        #expect(taken.times == [Sample.time(0.25).nanoseconds] && taken.advances.isEmpty)
        clock.pass(seconds: 0.04)
        #expect(try Self.drain(&capture, into: &taken) == .idle)
        #expect(taken.headers.count == 2 && taken.advances.isEmpty)
        clock.pass(seconds: 0.07)
        #expect(try Self.drain(&capture, into: &taken) == .idle)
        #expect(try Self.drain(&capture, into: &taken) == .idle)
        #expect(taken.headers.count == 2 && taken.advances == [Sample.time(0.3)])
        clock.pass(seconds: 0.5)
        #expect(try Self.drain(&capture, into: &taken) == .idle)
        #expect(taken.headers.count == 3 && taken.advances == [Sample.time(0.3), Sample.time(0.8)])
        clock.pass(seconds: 0.64)
        #expect(try Self.drain(&capture, into: &taken) == .idle)
        #expect(taken.headers.count == 4 && taken.advances.last == Sample.time(0.8))
        // The recorder's end comes in its time, too.
        clock.pass(seconds: 0.51)
        #expect(try Self.drain(&capture, into: &taken) == .finished)
        #expect(taken.advances.last == Sample.time(2) && !taken.fell)
        #expect(try Self.drain(&capture, into: &taken) == .finished)
        #expect(capture.passedGaps == 0)
    }

    @Test("gives what a capture source gives, at either pace", arguments: Pace.allCases)
    func same(pace: Pace) throws {
        let bytes = Sample.pcapng(
            at: (0..<4_000).map { Double($0) / 100 }, application: CaptureSource.recorderName, end: 41)
        let file = try TemporaryFile(bytes)
        let whole = try Reading(file.path)
        let clock = HandClock()
        var capture = try PacedCapture(opening: file.path, options: CaptureOptions(), pace: pace, clock: clock.reading)
        var taken = Taken()
        while try Self.drain(&capture, into: &taken) != .finished { clock.pass(seconds: 0.7) }
        #expect(taken.headers == whole.taken.headers && taken.payloads == whole.taken.payloads)
        #expect(taken.advances.last == whole.endTime && !taken.fell)
        #expect(capture.facts == whole.facts && capture.endTime == whole.endTime)
    }

    @Test("gives at most some datagrams a turn, so that others come in between")
    func turns() throws {
        let file = try TemporaryFile(Sample.pcap(at: (0..<1_500).map { Double($0) / 1_000 }))
        let clock = HandClock()
        var capture = try PacedCapture(
            opening: file.path, options: CaptureOptions(), pace: .realtime, clock: clock.reading)
        var taken = Taken()
        _ = try capture.drain(into: &taken)
        clock.pass(seconds: 9)
        while taken.headers.count < 2 { _ = try capture.drain(into: &taken) }
        #expect(
            taken.headers.count == 2 + PacedCapture.turnLimit - 1 || taken.headers.count <= PacedCapture.turnLimit + 1)
    }

    @Test("passes over a gap of more than an hour after three seconds of it, and over no other")
    func gaps() throws {
        let file = try TemporaryFile(Sample.pcap(at: [0, 3_600, 3_601, 90_000, 90_001]))
        let clock = HandClock()
        var capture = try PacedCapture(
            opening: file.path, options: CaptureOptions(), pace: .realtime, clock: clock.reading)
        var taken = Taken()
        _ = try Self.drain(&capture, into: &taken)
        clock.pass(seconds: 3_599)
        _ = try Self.drain(&capture, into: &taken)
        #expect(taken.headers.count == 1 && capture.passedGaps == 0)
        clock.pass(seconds: 2)
        _ = try Self.drain(&capture, into: &taken)
        #expect(taken.headers.count == 3)
        clock.pass(seconds: 2.9)
        _ = try Self.drain(&capture, into: &taken)
        #expect(taken.headers.count == 3 && taken.advances.last == Sample.time(3_603.9))
        clock.pass(seconds: 0.1)
        _ = try Self.drain(&capture, into: &taken)
        #expect(taken.headers.count == 4 && capture.passedGaps == 1)
        #expect(capture.passedTime == Sample.time(90_000) - Sample.time(3_604))
        clock.pass(seconds: 1)
        #expect(try Self.drain(&capture, into: &taken) == .finished)
        #expect(taken.headers.count == 5 && capture.facts.clockSteps.map(\.kind) == [.gap])
    }

    /// The tests above set the clock; here it is the machine's.
    @Test("waits for what is due, and not when it is woken")
    func waits() throws {
        let file = try TemporaryFile(Sample.pcap(at: [0.3, 0.42, 60]))
        var capture = try PacedCapture(opening: file.path, pace: .realtime)
        var taken = Taken()
        let start = DispatchTime.now().uptimeNanoseconds
        while taken.headers.count < 2 {
            _ = try capture.drain(into: &taken)
            capture.wait()
        }
        // Not before it is due.
        #expect(DispatchTime.now().uptimeNanoseconds - start >= 120_000_000)
        let waker = capture.waker
        // Without the waking it would go on for a minute.
        var turns = 0
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { for _ in 0..<3 { waker.wake() } }
        while turns < 3 {
            capture.wait()
            _ = try capture.drain(into: &taken)
            turns += 1
        }
        #expect(taken.headers.count == 2)
    }

    @Test("throws what reading throws, behind what could be read")
    func failure() throws {
        let writer = PCAPWriter(linkType: .ethernet)
        let file = try TemporaryFile(writer.header() + [UInt8](repeating: 0xff, count: 60))
        #expect(throws: CaptureFailure.self) {
            var capture = try PacedCapture(opening: file.path, pace: .realtime)
            var taken = Taken()
            _ = try Self.drain(&capture, into: &taken)
        }
        let damaged = try TemporaryFile(Sample.pcap(at: [0, 1]) + [UInt8](repeating: 0xff, count: 60))
        let clock = HandClock()
        var capture = try PacedCapture(
            opening: damaged.path, options: CaptureOptions(), pace: .realtime, clock: clock.reading)
        var taken = Taken()
        while try Self.drain(&capture, into: &taken) != .finished { clock.pass(seconds: 0.5) }
        #expect(taken.headers.count == 2 && capture.facts.cut?.kind == .damaged)
    }
}
