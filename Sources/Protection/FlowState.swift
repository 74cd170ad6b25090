import Evidence
import NetworkFormats
import Timing

/// What a media flow and its window scheme share: the run's numbers, the packets held, the order of release, the sums.
struct FlowState: Sendable {
    let parameters: ProtectionParameters
    var run: SequenceRun
    var book = WindowBook()
    var held = HeldPackets()
    var repairs = RepairShelf()
    var protection = ProtectionCounters()
    /// The run, counted from 1.
    var runNumber = 0
    /// The window run with which the run began.
    var firstWindowRun = 0
    /// The lowest number that was not released yet.
    var cursor: Int64
    /// Whether nothing is released yet: what is rebuilt below the run's base goes first.
    var isHolding = false
    /// The highest number that was rebuilt in a closed window.
    var rebuiltThrough = Int64.min
    /// The oldest datagram that waits for its turn.
    var waitingSince: PacketID?
    /// The last source packet.
    var lastSource: SourcePacket
    /// When the last source or repair packet arrived.
    var lastActivity: StreamTime
    /// Whether the repair packets are sums of these source packets; nil before the first one that tells.
    var repairsFit: Bool?
    /// The Reed-Solomon code, once there is one.
    var code = BlockCode()
    /// Missing numbers of closed windows, none of which was rebuilt.
    var vacant: ClosedRange<Int64>?
    /// Where packets are rebuilt.
    var scratch: [UInt8] = []

    /// No run yet.
    init(_ parameters: ProtectionParameters) {
        self.parameters = parameters
        run = SequenceRun()
        cursor = 0
        lastActivity = run.last.time
        lastSource = SourcePacket(
            sequenceNumber: SequenceNumber(0), timestamp: 0, ssrc: 0, payload: 0..<0, id: PacketID(serial: 0),
            moment: run.last)
    }

    /// Begins a run with `packet`; the sums stay.
    mutating func begin(_ packet: SourcePacket, slot: Int64) {
        run = SequenceRun(packet, slot: slot)
        firstWindowRun = book.windowRun
        lastSource = packet
        lastActivity = packet.moment.time
        cursor = Int64(packet.sequenceNumber.rawValue)
        rebuiltThrough = .min
        waitingSince = nil
        isHolding = false
        repairsFit = nil
        vacant = nil
        held.clear()
        repairs.clear()
    }

    /// Begins to release, at `number` or at the run's base.
    mutating func letGo(from number: Int64) {
        guard isHolding else { return }
        isHolding = false
        cursor = min(number, run.base)
    }

    /// Takes a packet that came after its window had closed.
    mutating func takeLate(_ packet: SourcePacket, _ store: inout DatagramStore) {
        book.late += 1
        store.mark(packet.id, .late)
    }

    /// Counts a number that is missing in a closed window.
    mutating func charge(_ number: Int64) {
        guard number >= run.base, number <= run.maximum else { return }
        if held[number].state == .rebuilt { book.recovered += 1 } else { book.unrecovered += 1 }
    }
}
