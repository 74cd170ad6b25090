import Bytes
import Evidence
import NetworkFormats
import Timing

extension TransportAnalyzer {
    /// Takes a packet that is not plain; `previous` is where the last packet with payload lies in the same datagram, or -1.
    mutating func examine(
        _ word: UInt32, _ payload: RawSpan, at position: Int, _ state: inout PIDState, _ previous: inout Int,
        _ arrival: Arrival, into output: inout TransportOutput
    ) {
        let header = TransportPacketHeader(word: word)
        guard !header.hasTransportError else {
            takeDamaged(header, &state)
            return
        }
        if header.scrambling != 0 {
            state.scrambled += 1
            counts.scrambled += 1
        }
        let end = position + TransportPacketHeader.packetLength
        var start = position + 4
        var field = AdaptationField()
        if header.hasAdaptationField {
            var reader = ByteReader(payload.extracting(start..<end))
            if let read = try? AdaptationField(parsing: &reader) {
                field = read
                start += reader.offset
            } else {
                counts.syntaxErrors += 1
                start = end
            }
        }
        if field.isDiscontinuity { state.isClockBreakAnnounced = true }
        guard header.hasPayload else {
            if field.isDiscontinuity { state.nextCounter = (header.continuityCounter + 1) & 15 }
            takeClock(field, &state, arrival, into: &output)
            return
        }
        let isCopy = follows(header, field, payload, at: position, &state, previous, into: &output)
        guard !isCopy else { return }
        previous = position
        if state.isAfterHole {
            state.isAfterHole = false
            if state.track >= 0 {
                tracks[state.track].resume(startsUnit: header.startsUnit, endsStuffed: state.endsStuffed)
            }
        }
        if header.startsUnit, state.track >= 0 { tracks[state.track].isEndSeen = state.endsStuffed }
        takeClock(field, &state, arrival, into: &output)
        state.endsStuffed = header.hasAdaptationField && field.isFilling
        guard start < end, header.scrambling == 0 else { return }
        switch state.role {
        case .tables:
            takeTables(payload, start..<end, startsUnit: header.startsUnit, state, into: &output)
        case .stream:
            takeStream(
                payload, start..<end, startsUnit: header.startsUnit, isIndicated: field.isRandomAccess, state.track,
                arrival.at(position), into: &output)
            state.mode = tracks[state.track].mode(collectsRanges: options.collectsRanges)
        case .other, .stuffing: break
        }
    }

    /// Checks the continuity counter of a packet with payload; tells whether it is a copy of the one before (2.4.3.3).
    private mutating func follows(
        _ header: TransportPacketHeader, _ field: AdaptationField, _ payload: RawSpan, at position: Int,
        _ state: inout PIDState, _ previous: Int, into output: inout TransportOutput
    ) -> Bool {
        let counter = header.continuityCounter
        let expected = state.nextCounter
        defer { state.nextCounter = (counter + 1) & 15 }
        guard expected != PIDState.noCounter, counter != expected else {
            state.isRepeated = false
            return false
        }
        if counter == (expected &+ 15) & 15 {
            let isEqual =
                previous >= 0
                ? LastPackets.haveEqualPayloads(payload, at: previous, payload, at: position)
                : lastPackets.isCopy(payload, at: position, of: Int(slots[Int(state.pid)]))
            if isEqual {
                if state.isRepeated { miss(&state, into: &output) } else { counts.duplicates += 1 }
                state.isRepeated = true
                return true
            }
        }
        state.isRepeated = false
        if !field.isDiscontinuity {
            miss(&state, into: &output)
            if state.track >= 0 { tracks[state.track].lose(endsStuffed: state.endsStuffed) }
            if state.assembler >= 0 { assemblers[state.assembler].abandon() }
        }
        return false
    }

    private mutating func miss(_ state: inout PIDState, into output: inout TransportOutput) {
        state.continuityErrors += 1
        if !options.isNumbered { holes &+= 1 }
        output.countContinuityError()
    }

    /// A packet that a demodulator marked as wrong: nothing in it is believed, but it is not missing (TR 101 290, 2.1).
    private mutating func takeDamaged(_ header: TransportPacketHeader, _ state: inout PIDState) {
        counts.transportErrors += 1
        guard header.hasPayload, header.continuityCounter == state.nextCounter else { return }
        state.nextCounter = (header.continuityCounter + 1) & 15
        if state.track >= 0 {
            tracks[state.track].lose(endsStuffed: false)
            state.mode = tracks[state.track].mode(collectsRanges: options.collectsRanges)
        }
        if state.assembler >= 0 { assemblers[state.assembler].abandon() }
    }

    private mutating func takeClock(
        _ field: AdaptationField, _ state: inout PIDState, _ arrival: Arrival, into output: inout TransportOutput
    ) {
        guard let clock = field.clock else { return }
        if state.clock < 0 {
            guard clocks.count < Self.clockLimit else { return }
            state.clock = clocks.count
            clocks.append(ClockTracker(pid: state.pid))
        }
        let isAnnounced = state.isClockBreakAnnounced
        state.isClockBreakAnnounced = false
        let time = arrival.isRebuilt ? nil : arrival.moment.time
        let isNew = clocks[state.clock].take(clock, at: time, isAnnounced: isAnnounced)
        for index in programs.indices where programs[index].clockPID == state.pid {
            programs[index].hasClock = true
            if isNew { programs[index].restart() }
        }
        if isNew {
            output.add(
                TransportOutput.ClockChange(pid: state.pid, moment: arrival.moment, isAnnounced: isAnnounced))
        }
    }

    /// The index of a PID's state; nil when too many PIDs are followed already.
    mutating func slot(of pid: UInt16) -> Int? {
        let slot = slots[Int(pid & 0x1FFF)]
        if slot >= 0 { return Int(slot) }
        guard pids.count < Self.pidLimit else { return nil }
        slots[Int(pid & 0x1FFF)] = Int16(truncatingIfNeeded: pids.count)
        pids.append(PIDState(pid: pid & 0x1FFF))
        return pids.count - 1
    }
}
