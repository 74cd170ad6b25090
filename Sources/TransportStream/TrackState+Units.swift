import NetworkFormats

extension TrackState {
    /// Begins a unit whose header has been read.
    mutating func begin(_ times: (pts: Int64, dts: Int64), _ timeBase: UInt32, _ header: PESHeader, _ arrival: Arrival)
    {
        isOpen = true
        isSealed = false
        isDamaged = false
        isSuspect = false
        isOverlong = false
        isIndicated = isHeaderIndicated
        pts = times.pts
        dts = times.dts
        self.timeBase = timeBase
        size = 0
        remaining = header.payloadLength ?? Self.unbounded
        completed = arrival.moment
        start = headerStart
        last = arrival.place
        ranges.removeAll(keepingCapacity: true)
        scanner.begin()
        if header.scrambling != 0 { scanner.abandon() }
        previous = (times.dts, timeBase, arrival.moment.time)
        units += 1
    }

    /// Ends the unit in progress, counts it and states it; its ranges are given from 0.
    mutating func close(index: Int, program: UInt16) -> AccessUnit {
        isOpen = false
        scanner.end()
        var flags: AccessUnitFlags = []
        if isDamaged {
            damaged += 1
            flags.insert(.damaged)
        }
        var kind: RandomAccessKind?
        switch codec.kind {
        case .audio: kind = .audio
        case .video:
            let findings = scanner.findings
            kind = findings.randomAccess(scanner.syntax, isIndicated: isIndicated)
            if let size = findings.size { pictureSize = size }
            flags.formUnion(
                points.take(pts: pts, timeBase: timeBase, kind: kind, findings: findings, syntax: scanner.syntax))
        default: break
        }
        return AccessUnit(
            track: index, program: program, timeBase: timeBase, pts: pts, dts: dts, randomAccess: kind, flags: flags,
            size: size, completed: completed, start: start, last: last, ranges: 0..<ranges.count)
    }
}
