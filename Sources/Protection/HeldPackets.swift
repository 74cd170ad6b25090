import Evidence

/// Source packets by extended sequence number: those that wait for their turn and those that repair may need.
///
/// A ring; a number `capacity` further on takes the place of an older one.
struct HeldPackets: Sendable {
    /// How many numbers fit.
    static let capacity = ProtectionParameters.heldPackets
    /// How many numbers fit at first: there may be a thousand channels of a few packets each.
    private static let firstCapacity = 64

    /// One packet.
    struct Entry: Sendable {
        var number = Int64.min
        var id = PacketID(serial: 0)
        var payloadStart: Int32 = 0
        var payloadEnd: Int32 = 0
        var state = State.absent

        /// Whether it has arrived or was rebuilt.
        var isHere: Bool { state == .arrived || state == .rebuilt }
        var payload: Range<Int> { Int(payloadStart)..<Int(max(payloadStart, payloadEnd)) }
    }

    /// How a packet came to be here.
    enum State: UInt8, Sendable {
        case absent
        /// It arrived itself.
        case arrived
        /// It arrived after its slot would have closed, if the flow turns out to have slots.
        case provisional
        /// It was rebuilt.
        case rebuilt
    }

    private var entries: [Entry] = []

    /// The place of a number; the ring's length is a power of two.
    private func place(of number: Int64) -> Int { Int(truncatingIfNeeded: number) & (entries.count - 1) }

    /// What is held of `number`; its state is `absent` when nothing is.
    subscript(number: Int64) -> Entry {
        guard !entries.isEmpty else { return Entry() }
        let entry = entries[place(of: number)]
        return entry.number == number ? entry : Entry()
    }

    /// Holds a packet.
    mutating func put(_ number: Int64, _ id: PacketID, _ payload: Range<Int>, _ state: State) {
        if entries.isEmpty { entries = [Entry](repeating: Entry(), count: Self.firstCapacity) }
        while entries.count < Self.capacity, isTaken(by: number) { grow() }
        entries[place(of: number)] = Entry(
            number: number, id: id, payloadStart: Int32(truncatingIfNeeded: payload.lowerBound),
            payloadEnd: Int32(truncatingIfNeeded: payload.upperBound), state: state)
    }

    /// Whether the number's place holds another one.
    private func isTaken(by number: Int64) -> Bool {
        let entry = entries[place(of: number)]
        return entry.state != .absent && entry.number != number
    }

    private mutating func grow() {
        let old = entries
        entries = [Entry](repeating: Entry(), count: old.count * 2)
        // Two that had places of their own have such in a ring of twice the length, too.
        for entry in old where entry.state != .absent { entries[place(of: entry.number)] = entry }
    }

    /// Turns every provisional packet into one that arrived, or into none.
    mutating func settleProvisional(asArrived: Bool) {
        for index in entries.indices where entries[index].state == .provisional {
            entries[index].state = asArrived ? .arrived : .absent
        }
    }

    /// Forgets everything and keeps the room.
    mutating func clear() {
        for index in entries.indices { entries[index].state = .absent }
    }
}
