import CaptureFormats
import Timing

/// Makes the stamps of a capture a time that never falls.
struct CaptureClock: Sendable {
    /// A step back by more than this moves all later stamps ahead; a smaller one only takes the last time again.
    static let toleratedStep = StreamDuration(seconds: 1)
    /// A gap longer than this is listed.
    static let longGap = StreamDuration(seconds: 3_600)
    /// The most steps that are listed; more are only counted.
    static let stepLimit = 1_000

    private(set) var first: StreamTime?
    /// The time given out last.
    private(set) var last: StreamTime?
    private(set) var steps: [ClockStep] = []
    private(set) var stepCount = 0
    /// What later stamps are moved by.
    private var shift = StreamDuration.zero
    /// The last stamp as captured; nil as long as no frame bore one.
    private var stamp: StreamTime?

    /// The stream time of a frame: its stamp, moved by earlier steps back, never before a time given out already.
    mutating func time(of record: CaptureRecord) -> StreamTime {
        guard record.isTimed else { return give(last ?? StreamTime(nanoseconds: 0)) }
        let time = record.time + shift
        defer { stamp = record.time }
        guard let last else { return give(time) }
        guard time < last else {
            let isGap = time - last > Self.longGap && stamp != nil
            if isGap { note(.gap, record, time: time) }
            return give(time)
        }
        if last - time > Self.toleratedStep {
            shift = last - record.time
            note(.back, record, time: last)
        }
        return last
    }

    /// A stamp that is no frame's, in stream time.
    func moved(_ stamp: StreamTime) -> StreamTime { stamp + shift }

    private mutating func give(_ time: StreamTime) -> StreamTime {
        if first == nil { first = time }
        last = time
        return time
    }

    private mutating func note(_ kind: ClockStep.Kind, _ record: CaptureRecord, time: StreamTime) {
        stepCount += 1
        guard steps.count < Self.stepLimit else { return }
        steps.append(
            ClockStep(kind: kind, frame: record.frame, from: stamp ?? record.time, to: record.time, time: time))
    }
}
