import Bytes
import Evidence
import NetworkFormats
import Timing

/// What an analyzer keeps of one elementary stream: the unit in progress and what was counted.
///
/// A unit lasts from a PES packet with a PTS to the next one with a PTS: PES packets without one carry it on.
struct TrackState: Sendable {
    /// Ranges of one unit that are collected; more than 12 MB of packets are no picture.
    static let rangeLimit = 65_536
    /// Holes that are kept until the duration of a picture is known; further ones cost what is certain.
    static let unsettledLimit = 64
    /// The longest step of decoding times that is believed where the program's clock was set anew, in 1/90000 s.
    static let stepLimit: Int64 = 900_000
    /// PES packets whose length is left open.
    static let unbounded = -1

    let pid: UInt16
    let program: Int
    let codec: Codec
    var isListed = true
    /// The first video stream of its program's map.
    var isPrimary = false

    // The unit in progress.
    var scanner: UnitScanner
    var isOpen = false
    /// What came last before the next unit was filled up, as the last packet of a unit is.
    var isEndSeen = false
    /// The unit was whole when packets got lost: what follows belongs to a later one.
    var isSealed = false
    var isDamaged = false
    /// A hole that the counter does not show may have hit the unit.
    var isSuspect = false
    var isOverlong = false
    var isIndicated = false
    var timeBase: UInt32 = 0
    var pts: Int64 = 0
    var dts: Int64 = 0
    var size = 0
    /// Bytes that its PES packet still promises, or `unbounded`.
    var remaining = Self.unbounded
    var completed = Moment(time: StreamTime(nanoseconds: 0), ordinal: 0)
    var start = MediaPosition(packet: MediaID(serial: 0), offset: 0)
    var last = MediaPosition(packet: MediaID(serial: 0), offset: 0)
    var ranges: [PayloadRange] = []

    // A PES header that lies over several packets.
    var isReadingHeader = false
    var isHeaderIndicated = false
    var headerStart = MediaPosition(packet: MediaID(serial: 0), offset: 0)
    var header: [UInt8] = []

    // Holes.
    var isHolePending = false
    var isHeadless = false
    var holeMark: UInt64 = 0
    var cadence = FrameCadence()
    /// Holes that were met before the duration of a picture was known.
    var unsettled: [UnsettledHole] = []
    var previous: (dts: Int64, timeBase: UInt32, time: StreamTime)?

    // What was counted.
    var units = 0
    var damaged = 0
    var lost = 0
    var points = PointStatistics()
    var pictureSize: PictureSize?
    var audio: AudioFormat?

    init(pid: UInt16, program: Int, codec: Codec) {
        self.pid = pid
        self.program = program
        self.codec = codec
        let syntax: UnitScanner.Syntax =
            switch codec {
            case .h264: .h264
            case .hevc: .hevc
            case .mpeg1video, .mpeg2video: .mpeg2
            default: .none
            }
        scanner = UnitScanner(syntax: syntax)
    }

    /// What is to be done with plain packets of its PID.
    func mode(collectsRanges: Bool) -> PIDState.Mode {
        if isReadingHeader { return .delivered }
        guard isOpen, !isSealed else { return isHolePending && !isHeadless ? .delivered : .counted }
        return collectsRanges || scanner.isActive ? .delivered : .tallied
    }

    /// The oldest packet that holds some of what is in progress; nil when nothing is.
    var oldestOpenPacket: MediaID? {
        if isOpen { return start.packet }
        return isReadingHeader ? headerStart.packet : nil
    }

    /// Counts bytes of the unit that nobody looks at; `arrival` is the last transport packet that holds some of them.
    mutating func tally(_ bytes: Int, _ arrival: Arrival) {
        guard isOpen, !isSealed else { return }
        var length = bytes
        if remaining >= 0 {
            length = min(length, remaining)
            remaining -= length
        }
        guard length > 0 else { return }
        size &+= length
        completed = max(completed, arrival.moment)
        last = arrival.place
    }

    /// Takes bytes of the unit, from `start` to `end` of `payload`.
    mutating func take(_ payload: RawSpan, from start: Int, to end: Int, _ arrival: Arrival, collectsRanges: Bool) {
        guard isOpen, !isSealed else {
            if isHolePending { isHeadless = true }
            return
        }
        let before = size
        tally(end - start, arrival)
        let length = size &- before
        guard length > 0 else { return }
        if scanner.isActive { scanner.scan(payload, from: start, to: start + length) }
        guard collectsRanges else { return }
        guard ranges.count < Self.rangeLimit else {
            isOverlong = true
            return
        }
        ranges.append(
            PayloadRange(
                packet: arrival.place.packet, offset: UInt32(truncatingIfNeeded: start),
                length: UInt32(truncatingIfNeeded: length)))
    }

    /// Goes on with the unit in a PES packet that has no PTS.
    mutating func continueUnit(_ header: PESHeader) {
        if isOpen { remaining = header.payloadLength ?? Self.unbounded }
    }
}
