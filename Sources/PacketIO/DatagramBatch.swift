import Bytes
import CPrefetch
import NetworkFormats
import Timing

/// The datagrams of one piece of a capture, taken down on one thread to be lent on another.
struct DatagramBatch: DatagramSink, Sendable {
    /// Bytes kept for datagrams put together from fragments when the batch is used again.
    private static let ownedLimit = 1 << 20

    private struct Step: Sendable {
        var header: DatagramHeader
        var start: UInt32
        var length: UInt32
        /// Whether the payload was copied, since it lies in no frame.
        var isOwned: Bool

        var range: Range<Int> { Int(start)..<(Int(start) + Int(length)) }
    }

    private struct Observation: Sendable {
        /// How many datagrams come before it.
        var place: Int
        var report: MembershipReport
    }

    private var window = Slab(capacity: CaptureInput.pieceLength)
    private var steps: [Step] = []
    private var owned: [UInt8] = []
    private var observations: [Observation] = []
    private var end: StreamTime?
    /// How many steps and observations were lent already, when that is done part by part.
    private var lent = 0
    private var told = 0
    /// How the reading of the piece ended.
    var turn = SourceTurn()

    /// Begins a piece that lies in `next`, and gives an empty slab back.
    mutating func begin(in next: Slab) -> Slab {
        steps.removeAll(keepingCapacity: true)
        owned.removeAll(keepingCapacity: owned.capacity <= Self.ownedLimit)
        observations.removeAll(keepingCapacity: true)
        end = nil
        lent = 0
        told = 0
        // A slab that was made for one large block is not kept.
        let spare = window.capacity > CaptureInput.pieceLength ? Slab(capacity: CaptureInput.pieceLength) : window
        window = next
        spare.recycle()
        return spare
    }

    /// Takes a datagram down.
    mutating func ingest(_ header: DatagramHeader, _ payload: RawSpan) {
        let slab = window
        var start = 0
        var isOwned = false
        if payload.byteCount > 0 {
            if let range = slab.bytes.byteOffsets(of: payload) {
                start = range.lowerBound
            } else {
                start = owned.count
                isOwned = true
                owned.append(copying: payload)
            }
        }
        steps.append(
            Step(
                header: header, start: UInt32(truncatingIfNeeded: start),
                length: UInt32(truncatingIfNeeded: payload.byteCount), isOwned: isOwned))
    }

    /// Takes the silence down with which the capture ends.
    mutating func advance(to time: StreamTime) { end = time }

    /// Takes a membership message down.
    mutating func observe(_ report: MembershipReport) {
        observations.append(Observation(place: steps.count, report: report))
    }

    /// Lends everything to `sink`, in order.
    func replay(into sink: inout some DatagramSink) {
        let slab = window
        let bytes = slab.bytes
        var next = 0
        for (place, step) in steps.enumerated() {
            while next < observations.count, observations[next].place <= place {
                sink.observe(observations[next].report)
                next += 1
            }
            if place + 1 < steps.count { fetch(steps[place + 1], bytes) }
            if step.isOwned {
                sink.ingest(step.header, owned.lent.extracting(step.range))
            } else {
                sink.ingest(step.header, bytes.extracting(step.range))
            }
        }
        for observation in observations[next...] { sink.observe(observation.report) }
        if let end { sink.advance(to: end) }
    }

    /// When what is lent next arrives, the silence of the end included; nil when everything was lent.
    var nextTime: StreamTime? { lent < steps.count ? steps[lent].header.time : end }

    /// When the datagram lent last arrived; nil before the first of this piece.
    var lastLent: StreamTime? { lent > 0 ? steps[lent - 1].header.time : nil }

    /// Lends what comes up to `time` and was not lent yet to `sink`, `count` datagrams at most.
    mutating func lend(upTo time: StreamTime, count: Int, to sink: inout some DatagramSink) {
        let slab = window
        let bytes = slab.bytes
        let limit = min(steps.count, lent + count)
        while lent < limit, steps[lent].header.time <= time {
            let step = steps[lent]
            observe(before: lent, &sink)
            lent += 1
            if step.isOwned {
                sink.ingest(step.header, owned.lent.extracting(step.range))
            } else {
                sink.ingest(step.header, bytes.extracting(step.range))
            }
        }
        guard lent == steps.count else { return }
        observe(before: lent, &sink)
        guard let end, end <= time else { return }
        self.end = nil
        sink.advance(to: end)
    }

    private mutating func observe(before place: Int, _ sink: inout some DatagramSink) {
        while told < observations.count, observations[told].place <= place {
            sink.observe(observations[told].report)
            told += 1
        }
    }

    /// Fetches a datagram while the one before is worked on: the other thread's cache holds it.
    private func fetch(_ step: Step, _ bytes: RawSpan) {
        guard !step.isOwned else { return }
        bytes.extracting(step.range).withUnsafeBytes { cprefetch($0.baseAddress, $0.count) }
    }
}
