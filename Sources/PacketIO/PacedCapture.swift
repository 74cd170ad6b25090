public import CaptureFormats
import Dispatch
public import NetworkFormats
public import Timing

/// A capture that is run again as a source of datagrams: at its own pace, or as fast as it can be taken.
///
/// At its own pace `drain` gives what has come due on the monotonic clock and never sleeps, so that nobody is kept from the
/// sink; `wait` sleeps until more is due and is ended by the `waker`. Silence is told in steps of 100 ms. A gap of over an
/// hour is passed over after a few seconds.
///
/// A pipe is read only when it has something: until then `drain` is idle, at either pace, and what was given last stays the
/// newest. So a named pipe may be opened long before somebody writes to it, and it is `drain` that says what is wrong with
/// what comes.
public struct PacedCapture: ~Copyable, DatagramSource {
    /// How much of a gap of over an hour is waited for.
    static let patience = StreamDuration(seconds: 3)
    /// The most datagrams that are given in one turn.
    static let turnLimit = 1_024
    /// How long a wait for a pipe takes at most, in milliseconds; the waker does not end it.
    private static let pipeWait: Int32 = 50

    /// Where stream time stands when the monotonic clock shows `clock` nanoseconds.
    private struct Anchor {
        var time: StreamTime
        var clock: UInt64
    }

    private var source: CaptureSource
    private let pace: Pace
    private let clock: @Sendable () -> UInt64
    private var batch = DatagramBatch()
    private var anchor: Anchor?
    /// Where stream time stands when the monotonic clock shows `clock` nanoseconds; it goes on from there as fast as that.
    ///
    /// Nil before the first datagram, and where a capture is read as fast as it can be.
    public var timeAnchor: (time: StreamTime, clock: UInt64)? { anchor.map { ($0.time, $0.clock) } }
    /// The last instant given to the sink, and the last datagram's.
    private var given: StreamTime?
    private var lastDatagram: StreamTime?
    private var isFinished = false
    /// Whether a pipe has nothing for now.
    private var isStarved = false
    /// Ends a wait, from any thread.
    public let waker = PaceWaker()
    /// Gaps of over an hour that were passed over.
    public private(set) var passedGaps = 0
    /// How much time was passed over with them.
    public private(set) var passedTime = StreamDuration.zero

    /// Opens the capture at `path`, or on standard input for "-".
    public init(
        opening path: String, options: CaptureOptions = CaptureOptions(), pace: Pace
    ) throws(CaptureFailure) {
        try self.init(opening: path, options: options, pace: pace) { DispatchTime.now().uptimeNanoseconds }
    }

    init(
        opening path: String, options: CaptureOptions, pace: Pace, clock: @escaping @Sendable () -> UInt64
    ) throws(CaptureFailure) {
        source = try CaptureSource(opening: path, options: options, waits: false)
        self.pace = pace
        self.clock = clock
    }

    /// Gives what has come due; `.idle` when there is more to wait for.
    public mutating func drain(into sink: inout some DatagramSink) throws(CaptureFailure) -> SourceState {
        guard pace == .realtime else {
            let state = try source.drain(into: &sink, waits: false)
            isStarved = state == .idle
            return state
        }
        guard !isFinished else { return .finished }
        if batch.nextTime == nil {
            if let failure = batch.turn.failure {
                isFinished = true
                throw failure
            }
            guard batch.turn.state != .finished else {
                isFinished = true
                return .finished
            }
            source.reader.fill(&batch, waits: false)
            isStarved = batch.nextTime == nil && batch.turn.state == .idle && batch.turn.failure == nil
        }
        guard let next = batch.nextTime else { return isStarved ? .idle : .more }
        let now = streamTime(before: next)
        if next <= now {
            batch.lend(upTo: now, count: Self.turnLimit, to: &sink)
            lastDatagram = batch.lastLent ?? lastDatagram
            if let last = batch.lastLent { given = max(given ?? last, last) }
            return .more
        }
        let silence = now.roundedDown(to: StreamTime.tick)
        if let given, silence > given {
            self.given = silence
            sink.advance(to: silence)
        }
        return .idle
    }

    /// Sleeps until something is due, the next step of silence included, or until the waker wakes.
    public mutating func wait() {
        if isStarved { return source.reader.waitForInput(milliseconds: Self.pipeWait) }
        guard pace == .realtime, !isFinished, let anchor, let next = batch.nextTime else { return }
        let now = streamTime(before: next)
        let due = min(next, now.roundedDown(to: StreamTime.tick) + StreamTime.tick)
        guard due > now else { return }
        let wait = UInt64((due - anchor.time).nanoseconds)
        waker.wait(until: DispatchTime(uptimeNanoseconds: anchor.clock &+ wait))
    }

    /// Where stream time stands when `next` is the next thing to happen; a long gap before that is passed over.
    private mutating func streamTime(before next: StreamTime) -> StreamTime {
        let clock = clock()
        guard let anchor else {
            self.anchor = Anchor(time: next, clock: clock)
            return next
        }
        let now = anchor.time + StreamDuration(nanoseconds: Int64(clamping: clock &- anchor.clock))
        guard let last = lastDatagram, next - last > CaptureClock.longGap, next > now else { return now }
        guard now - last >= Self.patience else { return now }
        passedGaps += 1
        passedTime = passedTime + (next - now)
        self.anchor = Anchor(time: next, clock: clock)
        return next
    }

    /// The instant at which the capture ends; nil as long as nothing was read.
    public var endTime: StreamTime? { source.endTime }

    /// What is known of the capture; before its end that may be a little more than what was given.
    public var facts: CaptureFacts { source.facts }

    /// The length of the file in bytes; nil for pipes and files that are followed.
    public var totalBytes: Int? { source.totalBytes }
}

@available(*, unavailable)
extension PacedCapture: Sendable {}
