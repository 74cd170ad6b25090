import Bytes
public import Evidence
public import NetworkFormats

/// Reads the transport stream of one channel: continuity, tables, clocks and access units (ISO/IEC 13818-1).
///
/// It gets the datagrams' payloads in order, after repair, and keeps values only. Packets are taken in runs of one PID; a
/// plain packet that continues a unit costs a look at its header.
public struct TransportAnalyzer: Sendable {
    /// PIDs that are followed; packets of further ones are only counted.
    public static let pidLimit = 1_024
    /// Programs that are followed.
    public static let programLimit = 128
    /// Tracks that are followed, those no longer listed included.
    public static let trackLimit = 256
    /// PIDs that carry tables at one time.
    public static let tableLimit = 256
    /// PIDs whose clock is measured.
    public static let clockLimit = 32

    /// Error, unit start, scrambling, adaptation field: what a plain packet has not.
    private static let plainMask: UInt32 = 0x00C0_00F0
    private static let plain: UInt32 = 0x10
    private static let pidMask: UInt32 = 0xFF1F_FF00

    let options: TransportOptions
    /// For each PID the index of its state, or -1.
    var slots: [Int16]
    var pids: [PIDState] = []
    /// The last packet with payload of each of `pids`, to tell a copy.
    var lastPackets = LastPackets()
    var programs: [ProgramState] = []
    var tracks: [TrackState] = []
    var clocks: [ClockTracker] = []
    var assemblers: [SectionAssembler] = []
    /// Everything that is counted for the whole stream; its lists stay empty.
    var counts = TransportFacts()
    var lead: Int?
    var associationVersion: UInt8?
    var associationChecksums: [UInt8: UInt32] = [:]
    /// Counts the holes that may hide whole turns of a continuity counter.
    var holes: UInt64 = 0
    private var packetsPerDatagram = 1
    private var isRestarting = false

    /// Begins with nothing known.
    public init(options: TransportOptions = TransportOptions()) {
        self.options = options
        slots = Array(repeating: -1, count: 8_192)
        pids.reserveCapacity(16)
        assignTables(ProgramAssociation.pid)
        if let index = slot(of: TransportPacketHeader.nullPID) { pids[index].role = .stuffing }
    }

    /// Takes the transport packets of one packet of the channel's media.
    ///
    /// `payload` is its media, behind the RTP header: whole packets, as far as its sender can be trusted. Names never fall.
    /// Moments may go back where datagrams were reordered or rebuilt. The clock is not measured by the moment of one that
    /// `isRebuilt`.
    public mutating func ingest(
        _ payload: RawSpan, from packet: MediaID, moment: Moment, isRebuilt: Bool = false,
        into output: inout TransportOutput
    ) {
        if isRestarting { begin(into: &output) }
        let arrival = Arrival(
            place: MediaPosition(packet: packet, offset: 0), moment: moment, isRebuilt: isRebuilt)
        let last = payload.byteCount - TransportPacketHeader.packetLength
        var position = 0
        while position <= last {
            let word: UInt32 = payload.bigEndian(at: position)
            if word >> 24 == UInt32(TransportPacketHeader.syncByte) {
                position = run(payload, from: position, word, arrival, into: &output)
            } else {
                position = resynchronize(payload, from: position)
            }
        }
        counts.strayBytes += max(0, payload.byteCount - position)
        packetsPerDatagram = max(packetsPerDatagram, min(348, payload.byteCount / options.packetLength))
    }

    /// Learns that `datagrams` are missing, for good, before the next one.
    public mutating func skipped(_ datagrams: Int, at moment: Moment) {
        // Sixteen lost packets of one PID leave its counter as if nothing had happened.
        guard datagrams > 0, datagrams >= (15 + packetsPerDatagram) / packetsPerDatagram else { return }
        holes &+= 1
        for index in pids.indices where pids[index].role == .stream {
            pids[index].isAfterHole = true
            pids[index].mode = .delivered
        }
    }

    /// Learns that what follows has nothing to do with what was: another sender, or a new numbering of the same one.
    public mutating func restart(at moment: Moment) { isRestarting = true }

    /// Learns that nothing more comes, and tells the units in progress.
    public mutating func finish(at moment: Moment, into output: inout TransportOutput) {
        if isRestarting { begin(into: &output) }
        for track in tracks.indices { close(track, isCut: isUnfinished(track), into: &output) }
    }

    /// The oldest packet of the media that holds some of a unit in progress; nil when there is no such unit.
    public var oldestOpenPacket: MediaID? { tracks.lazy.compactMap(\.oldestOpenPacket).min() }

    /// Whether a unit in progress that nothing follows lacks its end: bytes that its PES packet promised have not come, or,
    /// where its length was left open, its last transport packet is full and so is none that ends a PES packet.
    private func isUnfinished(_ track: Int) -> Bool {
        guard tracks[track].isOpen, !tracks[track].isSealed else { return false }
        guard tracks[track].remaining == TrackState.unbounded else { return tracks[track].remaining > 0 }
        let slot = Int(slots[Int(tracks[track].pid)])
        return slot < 0 || !pids[slot].endsStuffed
    }

    private mutating func begin(into output: inout TransportOutput) {
        isRestarting = false
        for track in tracks.indices {
            close(track, isCut: isUnfinished(track), into: &output)
            tracks[track].previous = nil
            tracks[track].isHolePending = false
            tracks[track].isReadingHeader = false
        }
        for index in pids.indices {
            pids[index].nextCounter = PIDState.noCounter
            pids[index].isClockBreakAnnounced = false
            pids[index].isAfterHole = false
            refreshMode(index)
        }
        for index in assemblers.indices { assemblers[index].abandon() }
        for index in clocks.indices { clocks[index].restart() }
        for index in programs.indices { programs[index].restart() }
    }

    /// Takes a run of packets of one PID and returns where it ends.
    private mutating func run(
        _ payload: RawSpan, from start: Int, _ first: UInt32, _ arrival: Arrival, into output: inout TransportOutput
    ) -> Int {
        guard let slot = slot(of: UInt16(truncatingIfNeeded: first >> 8 & 0x1FFF)) else {
            counts.untrackedPackets += 1
            return start + options.packetLength
        }
        var state = pids[slot]
        let last = payload.byteCount - TransportPacketHeader.packetLength
        var word = first
        var position = start
        var plainPackets = 0
        var previous = -1
        var isExamined = false
        repeat {
            state.packets += 1
            let counter = UInt8(truncatingIfNeeded: word & 15)
            if word & Self.plainMask == Self.plain, counter == state.nextCounter, state.mode != .delivered {
                state.nextCounter = (counter &+ 1) & 15
                state.isRepeated = false
                state.endsStuffed = false
                plainPackets += 1
                previous = position
            } else if state.role != .stuffing {
                isExamined = true
                tally(&plainPackets, state, arrival, previous)
                examine(word, payload, at: position, &state, &previous, arrival, into: &output)
            }
            position += options.packetLength
            guard position <= last else { break }
            word = payload.bigEndian(at: position)
        } while word & Self.pidMask == first & Self.pidMask
        tally(&plainPackets, state, arrival, previous)
        if previous >= 0 { lastPackets.keep(payload, at: previous, for: slot) }
        if isExamined { pids[slot] = state } else { pids[slot].keepRun(of: state) }
        return position
    }

    /// Counts plain packets that came one after the other, the last one at `position`.
    private mutating func tally(_ plainPackets: inout Int, _ state: PIDState, _ arrival: Arrival, _ position: Int) {
        if plainPackets > 0, state.mode == .tallied {
            tracks[state.track].tally(plainPackets * 184, arrival.at(position))
        }
        plainPackets = 0
    }

    /// Finds the next packet after one that does not begin with 47, and returns where it begins.
    private mutating func resynchronize(_ payload: RawSpan, from position: Int) -> Int {
        let stride = options.packetLength
        let last = payload.byteCount - TransportPacketHeader.packetLength
        counts.syncByteErrors += 1
        let next = position + stride
        if next > last || payload.byte(at: next) == TransportPacketHeader.syncByte { return next }
        counts.syncLosses += 1
        var candidate = position + 1
        while candidate <= last {
            if payload.byte(at: candidate) == TransportPacketHeader.syncByte,
                candidate + stride > last || payload.byte(at: candidate + stride) == TransportPacketHeader.syncByte
            {
                counts.strayBytes += candidate - position
                return candidate
            }
            candidate += 1
        }
        counts.strayBytes += payload.byteCount - position
        return payload.byteCount
    }
}
