/// What an analyzer keeps of one PID.
struct PIDState: Sendable {
    /// What the payload is.
    enum Role: Sendable { case other, stuffing, tables, stream }

    /// What is done with a plain packet: nothing, its bytes are counted, or they are looked at.
    enum Mode: Sendable { case counted, tallied, delivered }

    /// The counter expected next when there is no expectation.
    static let noCounter: UInt8 = 0xFF

    let pid: UInt16
    var role = Role.other
    var mode = Mode.counted
    /// The continuity counter that the next packet with payload must have.
    var nextCounter = Self.noCounter
    /// The last packet was a copy of the one before.
    var isRepeated = false
    /// The last packet was filled up by its adaptation field, as the last packet of a PES packet is.
    var endsStuffed = false
    /// Datagrams are missing since its last packet, so many that the counter need not show it.
    var isAfterHole = false
    /// A discontinuity was announced; the next clock value begins a new time base.
    var isClockBreakAnnounced = false
    /// Indices of what belongs to the PID; -1 for none.
    var track = -1
    var assembler = -1
    var clock = -1
    var packets = 0
    var continuityErrors = 0
    var scrambled = 0

    init(pid: UInt16) { self.pid = pid }

    /// Takes over what plain packets change: to copy everything costs more than to look at such a packet.
    mutating func keepRun(of state: PIDState) {
        packets = state.packets
        nextCounter = state.nextCounter
        isRepeated = state.isRepeated
        endsStuffed = state.endsStuffed
    }
}
