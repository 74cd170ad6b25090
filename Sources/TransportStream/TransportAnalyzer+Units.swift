import Bytes
import NetworkFormats
import Timing

extension TransportAnalyzer {
    /// A step of decoding times that differs from stream time by more begins a new time base, where there is no clock to ask.
    private static let stepLimit = StreamDuration(seconds: 10)

    /// Takes payload of an elementary stream.
    mutating func takeStream(
        _ payload: RawSpan, _ range: Range<Int>, startsUnit: Bool, isIndicated: Bool, _ track: Int, _ arrival: Arrival,
        into output: inout TransportOutput
    ) {
        if startsUnit {
            tracks[track].isReadingHeader = true
            tracks[track].headerStart = arrival.place
            tracks[track].isHeaderIndicated = isIndicated
            tracks[track].header.removeAll(keepingCapacity: true)
        }
        guard tracks[track].isReadingHeader else {
            take(payload, range, track, arrival)
            return
        }
        if tracks[track].header.isEmpty, let length = PESHeader.length(payload.extracting(range)), length <= range.count
        {
            beginUnit(payload.extracting(range), track, arrival, into: &output)
            take(payload, (range.lowerBound + length)..<range.upperBound, track, arrival)
            return
        }
        var position = range.lowerBound
        while position < range.upperBound {
            tracks[track].header.append(payload.byte(at: position))
            position += 1
            let header = tracks[track].header
            if let length = PESHeader.length(header.lent), length <= header.count {
                beginUnit(header.lent, track, arrival, into: &output)
                take(payload, position..<range.upperBound, track, arrival)
                return
            }
        }
    }

    private mutating func take(_ payload: RawSpan, _ range: Range<Int>, _ track: Int, _ arrival: Arrival) {
        guard !range.isEmpty else { return }
        tracks[track].take(
            payload, from: range.lowerBound, to: range.upperBound, arrival, collectsRanges: options.collectsRanges)
        if tracks[track].audio == nil, tracks[track].codec.kind == .audio, tracks[track].isOpen {
            tracks[track].audio = AudioFormat(searching: payload.extracting(range), codec: tracks[track].codec)
        }
    }

    /// Reads a PES header that is whole, ends the unit in progress and begins the next one.
    private mutating func beginUnit(
        _ bytes: RawSpan, _ track: Int, _ arrival: Arrival, into output: inout TransportOutput
    ) {
        tracks[track].isReadingHeader = false
        var reader = ByteReader(bytes)
        let read = try? PESHeader(parsing: &reader)
        guard let header = read, PESHeader.hasOptionalPart(header.streamID) else {
            // Padding and the like are no part of a unit; data streams need not be PES at all.
            if read == nil, tracks[track].codec.kind == .video || tracks[track].codec.kind == .audio {
                counts.syntaxErrors += 1
            }
            close(track, isCut: false, into: &output)
            return
        }
        guard let pts = header.pts else {
            tracks[track].continueUnit(header)
            return
        }
        let program = tracks[track].program
        let isAnchor = programs[program].anchor == track
        var times = programs[program].unwrap(pts: pts, dts: header.dts, isAnchor: isAnchor)
        if isAnchor, !programs[program].hasClock, isJump(track, times.dts, arrival) {
            programs[program].restart()
            times = programs[program].unwrap(pts: pts, dts: header.dts, isAnchor: true)
        }
        let timeBase = programs[program].timeBase
        tracks[track].settle(dts: times.dts, timeBase: timeBase, holes: holes)
        close(track, isCut: false, into: &output)
        tracks[track].begin(times, timeBase, header, arrival)
    }

    private func isJump(_ track: Int, _ dts: Int64, _ arrival: Arrival) -> Bool {
        guard let previous = tracks[track].previous else { return false }
        let step = StreamDuration(nanoseconds: (dts &- previous.dts) &* 100_000 / 9)
        let difference = step - (arrival.moment.time - previous.time)
        return difference > Self.stepLimit || difference < StreamDuration.zero - Self.stepLimit
    }

    /// Ends the unit in progress and tells it.
    mutating func close(_ track: Int, isCut: Bool, into output: inout TransportOutput) {
        guard tracks[track].isOpen else { return }
        let number = programs[tracks[track].program].number
        var unit = tracks[track].close(index: track, program: number)
        if isCut || tracks[track].isOverlong { unit.flags.insert(.cut) }
        if lead == track { unit.flags.insert(.lead) }
        output.add(unit, ranges: tracks[track].ranges)
    }

    /// Sets what is done with plain packets of a PID after something else changed it.
    mutating func refreshMode(_ index: Int) {
        let track = pids[index].track
        switch pids[index].role {
        case .tables: pids[index].mode = .delivered
        case .stream: pids[index].mode = tracks[track].mode(collectsRanges: options.collectsRanges)
        case .other, .stuffing: pids[index].mode = .counted
        }
    }
}
