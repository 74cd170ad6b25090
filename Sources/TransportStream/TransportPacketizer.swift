public import Bytes
public import Timing

/// Cuts sections and PES packets into transport packets and counts continuity per PID.
public struct TransportPacketizer: Sendable {
    /// The counter that the next packet of a PID gets, where it is not 0.
    private var counters: [UInt16: UInt8] = [:]

    /// Every PID's counter begins at 0.
    public init() {}

    /// The counter that the next packet with payload on `pid` gets.
    public func counter(of pid: UInt16) -> UInt8 { counters[pid] ?? 0 }

    /// Makes the next packet with payload on `pid` bear `counter`.
    public mutating func setCounter(of pid: UInt16, to counter: UInt8) { counters[pid] = counter & 15 }

    /// Appends `section` in as few packets as it needs, the last one filled up with FF.
    public mutating func write(section: [UInt8], pid: UInt16, to writer: inout ByteWriter) {
        var rest = [0] + section
        var isFirst = true
        while !rest.isEmpty {
            let taken = min(184, rest.count)
            header(pid, startsUnit: isFirst, hasAdaptationField: false).write(to: &writer)
            writer.write(contentsOf: Array(rest.prefix(taken)))
            writer.write(repeating: 0xFF, count: 184 - taken)
            rest.removeFirst(taken)
            isFirst = false
        }
    }

    /// Appends `pes`, header and payload, in as few packets as it needs; `adaptation` goes into the first one, and the last
    /// one is filled up by an adaptation field.
    public mutating func write(
        pes: [UInt8], pid: UInt16, adaptation: AdaptationField? = nil, to writer: inout ByteWriter
    ) {
        var position = 0
        repeat {
            let given = position == 0 ? adaptation : nil
            let room = 184 - (given?.encodedLength ?? 0)
            let taken = max(0, min(room, pes.count - position))
            let missing = room - taken
            header(pid, startsUnit: position == 0, hasAdaptationField: given != nil || missing > 0).write(to: &writer)
            if var field = given {
                field.stuffing += missing
                field.write(to: &writer)
            } else if missing == 1 {
                writer.write(UInt8(0))
            } else if missing > 1 {
                AdaptationField(stuffing: missing - 2).write(to: &writer)
            }
            writer.write(contentsOf: Array(pes[position..<(position + taken)]))
            position += taken
        } while position < pes.count
    }

    /// Appends a packet without payload that carries the program's clock.
    public func write(clock: ProgramClock, pid: UInt16, isDiscontinuity: Bool = false, to writer: inout ByteWriter) {
        let last = (counter(of: pid) &+ 15) & 15
        TransportPacketHeader(pid: pid, continuityCounter: last, hasAdaptationField: true, hasPayload: false)
            .write(to: &writer)
        var field = AdaptationField(clock: clock, isDiscontinuity: isDiscontinuity)
        field.stuffing = 184 - field.encodedLength
        field.write(to: &writer)
    }

    /// Appends a packet of filling.
    public static func writeNull(to writer: inout ByteWriter) {
        TransportPacketHeader(pid: TransportPacketHeader.nullPID, continuityCounter: 0).write(to: &writer)
        writer.write(repeating: 0xFF, count: 184)
    }

    private mutating func header(_ pid: UInt16, startsUnit: Bool, hasAdaptationField: Bool) -> TransportPacketHeader {
        let counter = counter(of: pid)
        counters[pid] = (counter + 1) & 15
        return TransportPacketHeader(
            pid: pid, continuityCounter: counter, startsUnit: startsUnit, hasAdaptationField: hasAdaptationField)
    }
}
