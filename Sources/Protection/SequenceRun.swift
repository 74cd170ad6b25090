import NetworkFormats
import Timing

/// The numbers of one run: what arrived, what is missing, and what the next number on the wire means.
struct SequenceRun: Sendable {
    /// What a packet is to its run.
    enum Arrival: Hashable, Sendable {
        /// The number after the highest.
        case next
        /// Higher still: the numbers from `first` on up to it are missing for now.
        case ahead(first: Int64)
        /// A missing number has come: its stretch as it was, and how many of it lie below the number.
        case filled(Hole, below: Int)
        /// Below the base among the run's first packets: the base is now this number, it was `from`, come in `slot`.
        case lowered(from: Int64, slot: Int64)
        /// It had arrived before.
        case duplicate
        /// Below the base, or too old to tell.
        case unknown
    }

    let ssrc: UInt32
    let first: Moment
    var last: Moment
    private(set) var base: Int64
    private(set) var maximum: Int64
    private(set) var received: Int
    private(set) var duplicates = 0
    private(set) var reordered = 0
    private(set) var reorderDepth = 0
    private(set) var ignored = 0
    /// The slot in which the base arrived.
    private(set) var baseSlot: Int64
    private var packets: Int
    private(set) var holes = HoleList()

    /// No run: nothing was expected, nothing arrived.
    init() {
        ssrc = 0
        first = Moment(time: StreamTime(nanoseconds: 0), ordinal: 0)
        last = first
        base = 0
        maximum = -1
        received = 0
        packets = 0
        baseSlot = 0
    }

    /// Begins with `packet`, which arrived in `slot`.
    init(_ packet: SourcePacket, slot: Int64) {
        ssrc = packet.ssrc
        first = packet.moment
        last = packet.moment
        base = Int64(packet.sequenceNumber.rawValue)
        maximum = base
        baseSlot = slot
        received = 1
        packets = 1
    }

    var expected: Int { Int(maximum - base) + 1 }

    /// Whether the next packet, one of the first `basePackets`, may still lower the base.
    func mayBegin(among basePackets: Int) -> Bool { packets < basePackets }

    /// The highest number as it is on the wire.
    var newestOnTheWire: SequenceNumber { SequenceNumber(UInt16(truncatingIfNeeded: maximum)) }

    /// What the run is, for reports.
    var facts: RTPRunFacts {
        RTPRunFacts(
            ssrc: ssrc, first: first, last: last, firstNumber: base, lastNumber: maximum, received: received)
    }

    /// Takes the packet after the highest one.
    mutating func takeNext() {
        maximum += 1
        received += 1
        packets += 1
    }

    /// Takes any packet, arriving in `slot`, when the slots up to `closedSlot` take no more.
    mutating func take(_ number: Int64, slot: Int64, closedSlot: Int64, basePackets: Int) -> Arrival {
        packets += 1
        if number > maximum {
            let first = maximum + 1
            maximum = number
            received += 1
            guard number > first else { return .next }
            holes.append(Hole(first: first, last: number - 1, slot: slot))
            return .ahead(first: first)
        }
        if number < base { return lower(to: number, slot: slot, isAllowed: packets <= basePackets) }
        guard let index = holes.index(of: number) else {
            if holes.isSettled(number) {
                ignored += 1
                return .unknown
            }
            duplicates += 1
            return .duplicate
        }
        let hole = holes.holes[index]
        countReordered(number)
        // What is charged to a closed slot stays there.
        let lower = hole.slot <= closedSlot ? hole.slot : slot
        return .filled(hole, below: holes.fill(number, at: index, slot: lower))
    }

    /// Counts a packet that fits no numbering.
    mutating func ignore() { ignored += 1 }

    private mutating func lower(to number: Int64, slot: Int64, isAllowed: Bool) -> Arrival {
        guard isAllowed else {
            ignored += 1
            return .unknown
        }
        let old = base
        let oldSlot = baseSlot
        if number + 1 < old { holes.prepend(Hole(first: number + 1, last: old - 1, slot: oldSlot)) }
        base = number
        baseSlot = slot
        countReordered(number)
        return .lowered(from: old, slot: oldSlot)
    }

    private mutating func countReordered(_ number: Int64) {
        received += 1
        reordered += 1
        reorderDepth = max(reorderDepth, Int(maximum - number))
    }
}
