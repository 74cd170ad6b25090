import Bytes
import Timing
import TransportStream

/// Reads a transport stream once, packet by packet, to find out how it repeats.
struct LoopSurvey {
    /// The decoding times of one track.
    private struct Track {
        var isVideo: Bool
        var first: Int64
        var last: Int64
        /// Every step from one to the next, to find the usual one.
        var steps: [Int64] = []
        /// The first packet at which they went back or leapt.
        var jump: Int?
    }

    /// The continuity counters of one PID: of its first packet with payload and of its last one.
    private struct Counters {
        var first: UInt8
        var last: UInt8
    }

    private(set) var bytes: [UInt8]
    private(set) var packets: [LoopPacket] = []
    private(set) var firstClock = MediaTimestamp(0)
    private var clockPID: UInt16?
    /// Where the references of the program clock lie, and their values from the first one on in 27 MHz units.
    private var clockPlaces: [Int] = []
    private var clockValues: [Int64] = []
    private var lastClock = ProgramClock(0)
    private var tracks: [UInt16: Track] = [:]
    private var trackOrder: [UInt16] = []
    private var counters: [UInt16: Counters] = [:]
    private var seen: Set<UInt16> = []

    init(_ file: [UInt8]) {
        bytes = file
        packets.reserveCapacity(file.count / TransportPacketHeader.packetLength)
    }

    /// Looks at packet `index`; they come in order.
    mutating func take(_ index: Int) throws(LoopFailure) {
        let start = index * TransportPacketHeader.packetLength
        let word: UInt32 = bytes.lent.bigEndian(at: start)
        guard word >> 24 == UInt32(TransportPacketHeader.syncByte) else { throw .notTransport(packet: index) }
        let header = TransportPacketHeader(word: word)
        guard header.scrambling == 0 else { throw .isScrambled(packet: index) }
        var packet = LoopPacket()
        var payload = 4
        if header.hasAdaptationField {
            payload = try takeAdaptationField(index, header, &packet)
        }
        if header.hasPayload, header.pid != TransportPacketHeader.nullPID {
            if counters[header.pid] == nil {
                counters[header.pid] = Counters(first: header.continuityCounter, last: header.continuityCounter)
            }
            counters[header.pid]?.last = header.continuityCounter
            if header.startsUnit { try takeUnit(index, header.pid, at: payload, &packet) }
        }
        seen.insert(header.pid)
        packets.append(packet)
    }

    /// Reads clocks, and returns where the payload begins.
    private mutating func takeAdaptationField(
        _ index: Int, _ header: TransportPacketHeader, _ packet: inout LoopPacket
    ) throws(LoopFailure) -> Int {
        let start = index * TransportPacketHeader.packetLength
        let length = Int(bytes[start + 4])
        guard length <= AdaptationField.maximumLength - (header.hasPayload ? 1 : 0) else {
            throw .badAdaptationField(packet: index)
        }
        guard length > 0 else { return 5 }
        let flags = bytes[start + 5]
        guard length >= 1 + (flags & 0x10 != 0 ? 6 : 0) + (flags & 0x08 != 0 ? 6 : 0) else {
            throw .badAdaptationField(packet: index)
        }
        // What goes round has one time base and counters that go on, whatever came before the first packets.
        if !seen.contains(header.pid) { bytes[start + 5] = flags & 0x7f }
        if flags & 0x10 != 0 {
            packet.clock = 6
            try takeClock(index, header.pid)
        }
        if flags & 0x08 != 0 { packet.originalClock = flags & 0x10 != 0 ? 12 : 6 }
        return 5 + length
    }

    private mutating func takeClock(_ index: Int, _ pid: UInt16) throws(LoopFailure) {
        let start = index * TransportPacketHeader.packetLength + 6
        let base = UInt64(bytes.lent.bigEndian(at: start, as: UInt32.self)) << 1 | UInt64(bytes[start + 4] >> 7)
        let clock = ProgramClock(
            base: base, extension: UInt64(bytes.lent.bigEndian(at: start + 4, as: UInt16.self) & 0x1ff))
        guard let clockPID else {
            clockPID = pid
            firstClock = MediaTimestamp(base)
            lastClock = clock
            clockPlaces.append(index)
            clockValues.append(0)
            return
        }
        guard pid == clockPID else { return }
        let step = clock.distance(from: lastClock)
        guard step >= 0, step <= LoopMaterial.longestStep * 300 else { throw .clockJumps(packet: index) }
        lastClock = clock
        clockPlaces.append(index)
        clockValues.append((clockValues.last ?? 0) + step)
    }

    /// Reads the time stamps of the PES packet that begins at `payload`; sections of tables pass.
    private mutating func takeUnit(
        _ index: Int, _ pid: UInt16, at payload: Int, _ packet: inout LoopPacket
    ) throws(LoopFailure) {
        let start = index * TransportPacketHeader.packetLength
        let room = TransportPacketHeader.packetLength - payload
        guard room >= 4 else {
            guard !bytes[start + payload..<start + payload + room].elementsEqual([0, 0, 1].prefix(room)) else {
                throw .splitHeader(packet: index)
            }
            return
        }
        let code: UInt32 = bytes.lent.bigEndian(at: start + payload)
        let streamID = UInt8(truncatingIfNeeded: code)
        guard code >> 8 == 1, PESHeader.hasOptionalPart(streamID) else { return }
        guard room >= 9 else { throw .splitHeader(packet: index) }
        let flags = bytes[start + payload + 7]
        let length = Int(bytes[start + payload + 8])
        guard flags & 0x80 != 0, length >= 5 else { return }
        let hasBoth = flags & 0x40 != 0 && length >= 10
        guard room >= (hasBoth ? 19 : 14) else { throw .splitHeader(packet: index) }
        packet.presentation = UInt8(payload + 9)
        if hasBoth { packet.decoding = UInt8(payload + 14) }
        let place = start + payload + (hasBoth ? 14 : 9)
        takeTime(LoopTime.read(bytes, at: place), pid, isVideo: streamID & 0xf0 == 0xe0, index)
    }

    private mutating func takeTime(_ time: MediaTimestamp, _ pid: UInt16, isVideo: Bool, _ index: Int) {
        guard let last = tracks[pid]?.last else {
            tracks[pid] = Track(isVideo: isVideo, first: Int64(time.rawValue), last: Int64(time.rawValue))
            trackOrder.append(pid)
            return
        }
        let now = time.unwrapped(nearest: last)
        let step = now - last
        if step <= 0 || step > LoopMaterial.longestStep, tracks[pid]?.jump == nil { tracks[pid]?.jump = index }
        tracks[pid]?.steps.append(step)
        tracks[pid]?.last = now
    }

    /// How much time one round takes, in 90 kHz units: from the first to the last picture, and one usual step more.
    func period() throws(LoopFailure) -> Int64 {
        let usable = trackOrder.compactMap { tracks[$0] }.filter { !$0.steps.isEmpty }
        guard let lead = usable.first(where: \.isVideo) ?? usable.first else { throw .noPictures }
        if let jump = lead.jump { throw .picturesJump(packet: jump) }
        let step = lead.steps.sorted()[lead.steps.count / 2]
        return lead.last - lead.first + step
    }

    /// Sets the packets' times: evenly spaced from one clock reference to the next, across the splice as well.
    mutating func schedule(period: Int64) throws(LoopFailure) {
        guard let lastPlace = clockPlaces.last, let lastValue = clockValues.last, clockPlaces.count >= 2 else {
            throw .noClock
        }
        guard lastValue < period * 300 else { throw .clockOutlastsPictures }
        guard period * 300 - lastValue <= LoopMaterial.longestStep * 300 else { throw .clockEndsEarly }
        let places = [lastPlace - packets.count] + clockPlaces + [clockPlaces[0] + packets.count]
        let values = [lastValue - period * 300] + clockValues + [period * 300]
        var segment = 0
        var origin: Int64 = 0
        for index in packets.indices {
            while index >= places[segment + 1] { segment += 1 }
            let length = Int64(places[segment + 1] - places[segment])
            let rise = values[segment + 1] - values[segment]
            let value = values[segment] + rise * Int64(index - places[segment]) / length
            if index == 0 { origin = value }
            packets[index].time = (value - origin) * 1_000 / 27
        }
    }

    /// Tells each packet by how much its continuity counter rises with every round.
    mutating func raiseCounters() {
        for index in packets.indices {
            let word: UInt32 = bytes.lent.bigEndian(at: index * TransportPacketHeader.packetLength)
            guard let counters = counters[TransportPacketHeader(word: word).pid] else { continue }
            packets[index].counterStep = (counters.last &+ 1 &- counters.first) & 15
        }
    }
}
