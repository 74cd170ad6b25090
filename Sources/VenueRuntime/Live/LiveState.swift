import CaptureFormats
import NetworkFormats
import PacketIO
import Pipeline
import Timing

/// What the reading thread of a live venue changes: every datagram goes to the engine and to the recording.
struct LiveState: DatagramSink {
    var engine: VenueEngine<FileSink>
    let recorder: CaptureRecorder?
    /// What is counted of the datagrams.
    private(set) var tally = LiveTally()
    /// What the capture says of itself, when that is where they come from.
    var captured: CaptureFacts?
    /// The last instant of stream time that was told.
    private(set) var now: StreamTime?
    /// The first one.
    private(set) var first: StreamTime?
    /// Whether the venue was left for now: what still comes is not heard.
    private(set) var isPaused = false
    /// Whether nothing comes any more.
    private(set) var isFinished = false

    init(engine: consuming VenueEngine<FileSink>, recorder: CaptureRecorder?) {
        self.engine = engine
        self.recorder = recorder
    }

    mutating func ingest(_ header: DatagramHeader, _ payload: RawSpan) {
        guard !isPaused else { return advance(to: header.time) }
        recorder?.record(header, payload)
        tally.count(header)
        now = header.time
        if first == nil { first = now }
        engine.ingest(header, payload)
    }

    mutating func advance(to time: StreamTime) {
        recorder?.advance(to: time)
        engine.advance(to: time)
        now = max(now ?? time, time)
        if first == nil { first = now }
    }

    /// What the report says about where the datagrams came from.
    var facts: CaptureFacts { captured ?? tally.facts }

    mutating func observe(_ report: MembershipReport) { if !isPaused { engine.observe(report) } }

    mutating func pause() {
        guard !isPaused else { return }
        isPaused = true
        engine.leaveVenue()
    }

    mutating func resume() { isPaused = false }

    /// Ends the venue at `end`, the last instant that was told.
    mutating func finish(at end: StreamTime?) {
        guard !isFinished else { return }
        isFinished = true
        if let end { engine.advance(to: end) }
        engine.finish()
    }
}

@available(*, unavailable)
extension LiveState: Sendable {}
