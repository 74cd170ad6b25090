import History
import Timing
import TransportStream

/// Parts that follow each other because the map named another track to carry the pictures: nothing but that begins anew.
extension ClipPart {
    /// How far time stamps and picture times may disagree within one time base, in 1/90000 s: a jump of ten seconds begins
    /// another run, and picture times follow the arrival by a millisecond at each random access point.
    private static let largestDrift: Int64 = 450_000

    /// Whether its time stamps are on the time base of `previous`.
    func sharesClock(with previous: ClipPart) -> Bool {
        let (own, other) = (entry.unit, previous.entry.unit)
        guard own.program == other.program, own.timeBase == other.timeBase else { return false }
        let drift = (firstPTS &- previous.firstPTS) &- (start - previous.start).ticks
        return firstPTS > previous.firstPTS && drift.magnitude <= Self.largestDrift.magnitude
    }

    /// Whether no picture lies between its first one and the run of `previous`, on one time base.
    func isJoined(to previous: ClipPart) -> Bool {
        guard let last = previous.row.units.last else { return false }
        return sharesClock(with: previous) && row.chunks.lowerBound == previous.row.chunks.upperBound
            && entryPlace == 0 && !previous.isStopped && last.unit.last < entry.unit.start
    }

    /// Whether its first picture is presented when the last one of `previous` ends.
    func isNext(to previous: ClipPart) -> Bool {
        let step = previous.endPTS &- previous.lastPresented.unit.pts
        return (firstPTS &- previous.endPTS).magnitude <= step.magnitude / 2
    }
}
